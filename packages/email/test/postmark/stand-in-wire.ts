import type { StandInReply, StandInRequest } from '../support/stand-in-server.ts';

/** A message in the form of `POST /email`. */
export interface PostmarkMail {
  readonly From?: string;
  readonly To?: string;
  readonly Cc?: string;
  readonly Bcc?: string;
  readonly ReplyTo?: string;
  readonly Subject?: string;
  readonly HtmlBody?: string;
  readonly TextBody?: string;
  readonly Tag?: string;
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly Headers?: readonly { readonly Name: string; readonly Value: string }[];
  readonly Attachments?: readonly {
    readonly Name: string;
    readonly Content: string;
    readonly ContentType: string;
    readonly ContentID?: string;
  }[];
  readonly TrackOpens?: boolean;
  readonly TrackLinks?: string;
  readonly MessageStream?: string;
  readonly TemplateId?: number;
  readonly TemplateAlias?: string;
  readonly TemplateModel?: Readonly<Record<string, unknown>>;
}

export type Route = (request: StandInRequest, ...segments: readonly string[]) => StandInReply;

export const refuse = (ErrorCode: number, Message: string, status = 422): StandInReply => [
  status,
  { ErrorCode, Message },
];
