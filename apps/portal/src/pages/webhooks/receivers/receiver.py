# python3 receiver.py
import hashlib, hmac, os
from http.server import BaseHTTPRequestHandler, HTTPServer

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        expected = b'sha256=' + hmac.new(os.environ['SECRET'].encode(), body, hashlib.sha256).hexdigest().encode()
        given = [self.headers.get(name, '').encode() for name in ('X-Signature', 'X-Signature-Next')]
        genuine = any(hmac.compare_digest(signature, expected) for signature in given)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine: print(body.decode(), flush=True)

HTTPServer(('127.0.0.1', 9000), Receiver).serve_forever()
