import { closePayload, opcodes, type WebSocketFrame } from './web-socket-frame.ts';

/** Frames of a peer, and what the other side does: the code of its close frame, or nothing. */
export interface FrameCase {
  readonly name: string;
  readonly frames: readonly WebSocketFrame[];
  /** The close code; `undefined`: the connection goes on. */
  readonly closes?: number;
  /** The connection ends without a violation: the other side echoes this close code. */
  readonly echoes?: number;
}

type Row = readonly [name: string, frames: readonly WebSocketFrame[], closes?: number];

const { continuation, text, binary, close, ping, pong } = opcodes;
const ok = '{"event":"ok"}';
const half = ok.length / 2;
const broken = Uint8Array.of(
  0xce,
  0xba,
  0xe1,
  0xbd,
  0xb9,
  0xcf,
  0x83,
  0xce,
  0xbc,
  0xce,
  0xb5,
  0xed,
  0xa0,
  0x80,
);

const headers: readonly Row[] = [
  ...[1, 2, 3, 4, 5, 6, 7].map(
    (rsv): Row => [`reserved bits ${rsv}`, [{ opcode: text, rsv, payload: ok }], 1002],
  ),
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map(
    (opcode): Row => [`reserved opcode ${opcode}`, [{ opcode, payload: ok }], 1002],
  ),
  ...[3, 9].map(
    (form): Row => [
      `a length in ${form} bytes where 1 is enough`,
      [{ opcode: text, payload: ok, lengthBytes: form as 3 | 9 }],
    ],
  ),
  ['a length above 2^53', [{ opcode: text, lengthBytes: 9, length: 2n ** 62n }], 1009],
  ['a length above 2^63', [{ opcode: text, lengthBytes: 9, length: 2n ** 63n + 5n }], 1009],
  ['a length above the limit', [{ opcode: text, lengthBytes: 9, length: 2n ** 31n }], 1009],
];

const controls: readonly Row[] = [
  ...[ping, pong, close].map(
    (opcode): Row => [
      `control frame ${opcode} of 126 bytes`,
      [{ opcode, payload: closePayload(1000, 'x'.repeat(124)) }],
      1002,
    ],
  ),
  ...[ping, pong, close].map(
    (opcode): Row => [
      `control frame ${opcode} in fragments`,
      [{ opcode, fin: false, payload: closePayload(1000) }],
      1002,
    ],
  ),
  ...[ping, pong, close].map(
    (opcode): Row => [
      `control frame ${opcode} with a reserved bit`,
      [{ opcode, rsv: 1, payload: closePayload(1000) }],
      1002,
    ],
  ),
  ['a close frame of one byte', [{ opcode: close, payload: 'x' }], 1002],
  ...[0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2999, 5000, 65_535].map(
    (code): Row => [`close code ${code}`, [{ opcode: close, payload: closePayload(code) }], 1002],
  ),
  ['a close reason that is not UTF-8', [{ opcode: close, payload: closePayload(1000, broken) }], 1007],
  ['a ping', [{ opcode: ping }]],
  ['a ping of 125 bytes', [{ opcode: ping, payload: 'x'.repeat(125) }]],
  ['a pong that nobody asked for', [{ opcode: pong, payload: 'x' }]],
  ['fifty pings', Array.from({ length: 50 }, () => ({ opcode: ping }))],
];

const fragments: readonly Row[] = [
  ['a continuation of nothing', [{ opcode: continuation, payload: ok }], 1002],
  ['a continuation of nothing, not the last', [{ opcode: continuation, fin: false, payload: ok }], 1002],
  [
    'a message within a message',
    [
      { opcode: text, fin: false, payload: ok.slice(0, half) },
      { opcode: text, payload: ok },
    ],
    1002,
  ],
  [
    'a binary message within a text message',
    [
      { opcode: text, fin: false, payload: ok.slice(0, half) },
      { opcode: binary, payload: ok },
    ],
    1002,
  ],
  [
    'a continuation with a reserved bit',
    [
      { opcode: text, fin: false, payload: ok.slice(0, half) },
      { opcode: continuation, rsv: 1, payload: ok.slice(half) },
    ],
    1002,
  ],
  [
    'two fragments',
    [
      { opcode: text, fin: false, payload: ok.slice(0, half) },
      { opcode: continuation, payload: ok.slice(half) },
    ],
  ],
  [
    'a ping between two fragments',
    [
      { opcode: text, fin: false, payload: ok.slice(0, half) },
      { opcode: ping, payload: 'x' },
      { opcode: continuation, payload: ok.slice(half) },
    ],
  ],
  [
    'a fragment for each byte',
    [...ok].map((payload, index) => ({
      opcode: index === 0 ? text : continuation,
      fin: index === ok.length - 1,
      payload,
    })),
  ],
  [
    'empty fragments',
    [
      { opcode: text, fin: false },
      { opcode: continuation, fin: false },
      { opcode: continuation, payload: ok },
    ],
  ],
];

const texts: readonly Row[] = [
  ['a lone surrogate in UTF-8', [{ opcode: text, payload: broken }], 1007],
  ...(
    [
      ['a lone continuation byte', [0x80]],
      ['the byte 0xff', [0xff]],
      ['an overlong slash', [0xc0, 0xaf]],
      ['a truncated character', [0xe2, 0x82]],
      ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
      ['a surrogate half', [0xed, 0xb0, 0x80]],
      ['five bytes for one character', [0xf8, 0x88, 0x80, 0x80, 0x80]],
    ] as const
  ).map(([name, bytes]): Row => [name, [{ opcode: text, payload: Uint8Array.from(bytes) }], 1007]),
  [
    'a character cut by the end of the message',
    [
      { opcode: text, fin: false, payload: Uint8Array.of(0xe2) },
      { opcode: continuation, payload: Uint8Array.of(0x82) },
    ],
    1007,
  ],
  [
    'a character across two fragments',
    [
      {
        opcode: text,
        fin: false,
        payload: Uint8Array.from([...Buffer.from('{"event":"ok","data":"'), 0xe2, 0x82]),
      },
      { opcode: continuation, payload: Uint8Array.from([0xac, ...Buffer.from('"}')]) },
    ],
  ],
];

const groups = { header: headers, control: controls, fragment: fragments, text: texts };

export const frameCases: readonly FrameCase[] = [
  ...Object.entries(groups).flatMap(([group, rows]) =>
    rows.map(([name, frames, closes]) => ({
      name: `${group}: ${name}`,
      frames,
      ...(closes !== undefined && { closes }),
    })),
  ),
  ...[1000, 1001, 1003, 1011, 3000, 4200].map((echoes) => ({
    name: `close: ${echoes}`,
    frames: [{ opcode: close, payload: closePayload(echoes, 'bye') }],
    echoes,
  })),
];
