/** A task in the service's API. */
export interface TaskState {
  id: number;
  name: string;
  api: string;
  query: string;
  frequency: string;
  crontab: string;
  timezone: string;
  enabled: boolean;
  created: number;
  last_run: number | null;
  runs: number;
}

/** Frequencies of tasks, with their labels. */
export const frequencies: Readonly<Record<string, string>> = {
  every_minute: 'every minute',
  every_hour: 'every hour',
  every_day: 'every day',
  every_month: 'every month',
  custom: 'by a crontab',
};
