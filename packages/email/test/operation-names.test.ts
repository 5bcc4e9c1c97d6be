import { namedOperation, type OperationTable } from '@org/core/driver';
import { describe, expect, it } from 'vitest';
import { operations as brevo } from '../src/drivers/brevo/operations.ts';
import { operations as elasticemail } from '../src/drivers/elasticemail/operations.ts';
import { createOperations as mailersend } from '../src/drivers/mailersend/operations.ts';
import { operations as mailjet } from '../src/drivers/mailjet/operations.ts';
import { operations as plunk } from '../src/drivers/plunk/operations.ts';
import { operations as postmark } from '../src/drivers/postmark/operations.ts';
import { operations as resend } from '../src/drivers/resend/operations.ts';
import { operations as sendgrid } from '../src/drivers/sendgrid/operations.ts';
import { allMethods } from '../src/model/capabilities.ts';

/** The names that a client calls: `template.get`. */
const names = Object.entries(allMethods).flatMap(([part, methods]) =>
  methods.map((method) => `${part.slice(0, -1)}.${method}`),
);

const tables: Readonly<Record<string, OperationTable>> = {
  brevo,
  elasticemail,
  mailersend: mailersend(undefined).operations,
  mailjet,
  plunk,
  postmark,
  resend,
  sendgrid,
};

describe('an operation has the name under which it is called: errors show it', () => {
  it.each(Object.entries(tables))('%s', (_driver, table) => {
    const called = Object.entries(table).filter(([name]) => names.includes(name));
    expect(called.length).toBeGreaterThan(3);
    const named = called.map(([name, operation]) => namedOperation(name, operation).name);
    expect(named).toEqual(called.map(([name]) => name));
  });
});
