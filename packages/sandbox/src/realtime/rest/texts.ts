// Responses of the hosted service, verbatim where known. Error bodies are plain text with a line break.

export function formatTooLarge(limitBytes: number): string {
  return (
    `The data content of this event exceeds the allowed maximum (${limitBytes} bytes). ` +
    'See https://pusher.com/docs/channels/server_api/http-api#publishing-events for more info'
  );
}

export function formatTimestampExpired(givenSeconds: number, serverNowMs: number): string {
  return (
    `Timestamp expired: Given timestamp (${formatInstant(givenSeconds * 1000)}) ` +
    `not within 600s of server time (${formatInstant(serverNowMs)})`
  );
}

export function formatInvalidSignature(signedText: string, given: string): string {
  return (
    `Invalid signature: you should have sent HmacSHA256Hex(${JSON.stringify(signedText)}, ` +
    'your_secret_key), ' +
    `but you sent ${JSON.stringify(given)}`
  );
}

function formatInstant(milliseconds: number): string {
  const instant = new Date(milliseconds);
  return Number.isNaN(instant.getTime()) ? 'invalid' : `${instant.toISOString().slice(0, 19)}Z`;
}
