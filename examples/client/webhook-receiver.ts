// Receives webhooks: verifies the signature, and responds before it handles the result.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookError } from '@tintype/client/webhooks';

const { TINTYPE_SECRET_KEY = '', PORT = '0' } = process.env;
const seen = new Set<string>();

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`waiting on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const payload = verifyWebhook(await text(request), request.headers, TINTYPE_SECRET_KEY);
    response.writeHead(204).end();
    // A webhook can arrive twice, under the same id.
    const id = String(request.headers['webhook-id']);
    if (seen.has(id)) return;
    seen.add(id);
    console.log(payload.error === undefined ? `result: ${payload.file}` : payload.error.message);
  } catch (error) {
    // A sender that breaks off must not end the receiver.
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    console.log((error as Error).message);
  }
}
