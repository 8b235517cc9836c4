# SPDX-License-Identifier: GPL-3.0-or-later
"""A loopback server that speaks Ollama's and OpenAI's wire formats and answers from a script.

The script is a function: it gets the request's JSON and returns a list of steps, each of which is a dictionary:
  text, thinking: pieces of the answer        call: (name, arguments) a tool call
  raw: bytes sent as they are                 sleep: seconds of silence
  cut: the connection is closed at once       status, body: an error answer instead of a stream
  stop: the reason why the model stops        Every stream ends by itself unless a step ends it.
Bytes are sent in pieces cut at seeded random places.
"""

import http.server
import json
import random
import socket
import threading
import time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if self.path == "/api/tags":
            self.answer(200, {"models": [{"name": "fake:1b", "details": {}, "capabilities": ["completion", "tools"]}]})
        elif self.path == "/v1/models":
            self.answer(200, {"data": [{"id": "fake:1b"}]})
        else:
            self.answer(404, {"error": "not found"})

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(request)
        steps = self.server.script(request)
        for step in steps:
            if "status" in step:
                self.answer(step["status"], step.get("body", {"error": "no"}))
                return
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            ollama = self.path == "/api/chat"
            for step in steps:
                if "sleep" in step:
                    self.wfile.flush()
                    time.sleep(step["sleep"])
                elif "cut" in step:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                elif "raw" in step:
                    self.send(step["raw"])
                else:
                    self.send((self.ollama_line if ollama else self.openai_event)(step))
            if not any("stop" in step for step in steps):
                self.send(self.ollama_line({"stop": "stop"}) if ollama else self.openai_event({"stop": "stop"}))
            if not ollama:
                self.send(b"data: [DONE]\n\n")
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.server.broken += 1

    def send(self, data):
        while data:
            size = self.server.random.randint(1, max(min(len(data), 400), len(data) // 20))
            piece, data = data[:size], data[size:]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()

    def ollama_line(self, step):
        message = {"role": "assistant", "content": step.get("text", "")}
        if "thinking" in step:
            message["thinking"] = step["thinking"]
        if "call" in step:
            name, arguments = step["call"]
            message["tool_calls"] = [{"function": {"name": name, "arguments": arguments}}]
        line = {"model": "fake:1b", "message": message, "done": "stop" in step}
        if "stop" in step:
            line |= {"done_reason": step["stop"], "prompt_eval_count": 100, "eval_count": 10}
        return json.dumps(line, ensure_ascii=False).encode() + b"\n"

    def openai_event(self, step):
        delta = {}
        if "text" in step:
            delta["content"] = step["text"]
        if "call" in step:
            name, arguments = step["call"]
            self.server.calls += 1
            text = arguments if isinstance(arguments, str) else json.dumps(arguments)
            delta["tool_calls"] = [{"index": 0, "id": f"call_{self.server.calls}", "function": {"name": name, "arguments": text}}]
        chunk = {"choices": [{"index": 0, "delta": delta, "finish_reason": step.get("stop")}]}
        if "stop" in step:
            chunk["usage"] = {"prompt_tokens": 100, "completion_tokens": 10}
        return b"data: " + json.dumps(chunk).encode() + b"\n\n"


class FakeModel(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script, seed=1):
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.random = random.Random(seed)
        self.requests = []
        self.calls = 0
        self.broken = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        self.broken += 1


def results(request):
    """The results of the tools in the present turn."""
    messages = request["messages"]
    last = max(index for index, message in enumerate(messages) if message["role"] == "user")
    return [message["content"] for message in messages[last:] if message["role"] == "tool"]


def scripted(*answers):
    """A script that gives these answers one after another in each turn, by how many results there are."""

    def script(request):
        messages = request["messages"]
        last = max(index for index, message in enumerate(messages) if message["role"] == "user")
        done = sum(1 for message in messages[last:] if message["role"] == "assistant")
        return answers[min(done, len(answers) - 1)]

    return script
