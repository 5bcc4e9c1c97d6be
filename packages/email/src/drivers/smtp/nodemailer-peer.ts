import type { Peer } from '@org/core/basics';

// Earlier versions let a name or a size in the envelope become a command.
export const nodemailerPeer: Peer = { feature: 'smtp()', name: 'nodemailer', from: '10.6.0' };
