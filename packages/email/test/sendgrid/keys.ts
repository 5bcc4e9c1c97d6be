/** A pair of keys for tests only, on P-256: the public one in SPKI, the private one in PKCS #8. */
export async function makeKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const encode = async (format: 'spki' | 'pkcs8', key: CryptoKey) =>
    btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey(format, key))));
  return {
    publicKey: await encode('spki', pair.publicKey),
    privateKey: await encode('pkcs8', pair.privateKey),
  };
}

/** The keys of the contract suite. */
export async function makeWebhookKeys() {
  const { privateKey: wrongKey } = await makeKeys();
  return { ...(await makeKeys()), wrongKey };
}
