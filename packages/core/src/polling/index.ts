export type { FollowJobOptions, JobClient, ReadJobOptions } from './job.ts';
export { followJob } from './job.ts';
export { JobFailedError } from './job-failed-error.ts';
export type { PollOptions } from './poll.ts';
export { poll } from './poll.ts';
export type { PollAnswer, PollProgress } from './poll-answer.ts';
export type { PollTiming } from './timing.ts';
