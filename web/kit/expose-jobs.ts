import { expose } from 'comlink';

/** Lets the page call the functions of a worker's file. See `openJobs`. */
export function exposeJobs(jobs: object): void {
  expose(jobs, globalThis.jobsPort);
}
