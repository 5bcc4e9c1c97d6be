export { type FollowJobOptions, followJob, type JobClient, type ReadJobOptions } from './job.ts';
export { JobFailedError } from './job-failed-error.ts';
export { poll } from './poll.ts';
export type { PollAnswer, PollProgress } from './poll-answer.ts';
