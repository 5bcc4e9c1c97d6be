import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import { createServiceClient, noAuth, type Runtime } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { type Certificate, makeCertificate } from './certificates.ts';

const authority = makeCertificate({ subject: 'An authority', isAuthority: true });
const stranger = makeCertificate({ subject: 'A stranger', isAuthority: true });
const ofServer = makeCertificate({ subject: 'localhost', names: ['localhost'], issuer: authority });
const ours = makeCertificate({ subject: 'our service', issuer: authority });
const strange = makeCertificate({ subject: 'our service', issuer: stranger });

type Version = 'TLSv1.2' | 'TLSv1.3';

let server: Server;
let handled: string[];

async function serve(maxVersion: Version): Promise<string> {
  handled = [];
  const { cert, key } = ofServer;
  const options = { cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: true, maxVersion };
  server = createServer(options, (request, response) => {
    handled.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
    request.resume().on('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Way {
  readonly options: EngineOptions;
  close(): Promise<unknown> | unknown;
}

/** The ways to show a certificate that the README shows. */
const ways: Readonly<Record<string, (own: Pick<Certificate, 'cert' | 'key'> | undefined) => Way>> = {
  'fetch of undici with its Agent': (own) => {
    const dispatcher = new Agent({ connect: { ca: authority.cert, cert: own?.cert, key: own?.key } });
    const fetch = ((url: string, init: object) =>
      undiciFetch(url, { ...init, dispatcher })) as unknown as Runtime['fetch'];
    return { options: { runtime: { fetch } }, close: () => dispatcher.destroy() };
  },
  createNodeTransport: (own) => {
    const transport = createNodeTransport({ ca: authority.cert, cert: own?.cert, key: own?.key });
    return { options: { transport }, close: () => transport.close() };
  },
};

describe.each(Object.entries(ways))('mutual TLS: %s', (_name, way) => {
  const post = async (baseUrl: string, own: Certificate | undefined) => {
    const { options, close } = way(own);
    const client = createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, options);
    try {
      return await client.request({ method: 'POST', path: '/things', json: {} });
    } catch (error) {
      return error;
    } finally {
      await client.close();
      await close();
    }
  };

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('%s: the service sees the client certificate', async (version) => {
    expect(await post(await serve(version), ours)).toMatchObject({ status: 200 });
    expect(handled).toEqual(['our service']);
  });

  it('TLSv1.2: without a certificate, or with a foreign one, nothing is sent or retried', async () => {
    const baseUrl = await serve('TLSv1.2');
    for (const own of [undefined, strange]) {
      expect(await post(baseUrl, own)).toMatchObject({ code: 'network', outcome: 'not-sent', attempts: 1 });
    }
    expect(handled).toEqual([]);
  });

  // The client is done with this handshake before the server has looked at its certificate: the request is
  // on its way then, and what comes back may be an alert or just the end of the connection.
  it("TLSv1.3: without a certificate, or with a stranger's, a send is not tried again", async () => {
    const baseUrl = await serve('TLSv1.3');
    for (const own of [undefined, strange]) {
      expect(await post(baseUrl, own)).toMatchObject({ code: 'network', attempts: 1 });
    }
    expect(handled).toEqual([]);
  });
});
