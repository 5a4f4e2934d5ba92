import type { OperatedAccount } from '@tintype/client';
import type { PlanLimits } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useConsole } from '../context.ts';
import { formatBytes } from '../format.ts';
import { changesOf, type AccountForm } from './account-state.ts';
import { Problem } from '../shell/pending.tsx';

interface LimitsProps {
  account: OperatedAccount;
  plans: readonly string[];
  limits: Readonly<Record<string, PlanLimits>>;
  onSaved(): void;
}

/** Form for the plan of an account and its own limits. */
export function AccountLimits({ account, plans, limits, onSaved }: LimitsProps) {
  const { api, notify } = useConsole();
  const [fields, setFields] = useState<AccountForm>({
    name: account.name,
    plan: account.plan,
    status: account.status,
    rate: String(account.rate_per_minute),
    quota: String(account.quota_per_month),
    signed: account.signature_required,
  });
  const [error, setError] = useState<Error | undefined>();
  const ofPlan = limits[fields.plan];
  const set = (changes: Partial<typeof fields>) =>
    setFields((before) => ({ ...before, ...changes }));
  const choosePlan = (plan: string) => {
    const [before, after] = [limits[fields.plan], limits[plan]];
    // Limits of the old plan are replaced by those of the new one; the account's own limits stay.
    const follows = (typed: string, old: number | undefined, next: number | undefined) =>
      typed === String(old) && next !== undefined ? String(next) : typed;
    set({
      plan,
      rate: follows(fields.rate, before?.rate_per_minute, after?.rate_per_minute),
      quota: follows(fields.quota, before?.quota_per_month, after?.quota_per_month),
    });
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = changesOf(account, fields, ofPlan);
    setError(undefined);
    await api.send('PATCH', `/v1/operator/accounts/${account.id}`, body).then(
      () => {
        notify('Saved.');
        onSaved();
      },
      (failure: Error) => setError(failure),
    );
  };
  const problems = Object.fromEntries(
    (error instanceof ApiError ? error.details : []).map((one) => [one.parameter, one.message]),
  );
  const number = (name: 'rate' | 'quota', title: string, parameter: keyof PlanLimits) => (
    <div class={problems[parameter] ? 'field wrong' : 'field'}>
      <label for={`account-${name}`}>{title}</label>
      <input
        id={`account-${name}`}
        type="number"
        min={name === 'rate' ? 1 : 0}
        value={fields[name]}
        aria-describedby={`account-${name}-hint`}
        aria-invalid={problems[parameter] !== undefined}
        onInput={(event) => set({ [name]: event.currentTarget.value })}
      />
      <p id={`account-${name}-hint`} class={problems[parameter] ? 'field-problem' : 'hint'}>
        {problems[parameter] ??
          `${fields.plan} has ${ofPlan?.[parameter]?.toLocaleString('en')}; leave empty for that.`}
      </p>
    </div>
  );
  return (
    <form class="task-form" onSubmit={(event) => void save(event)}>
      <div class={problems['name'] ? 'field wrong' : 'field'}>
        <label for="account-name">Name</label>
        <input
          id="account-name"
          type="text"
          value={fields.name}
          required
          maxLength={100}
          autocomplete="off"
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
        {problems['name'] && <p class="field-problem">{problems['name']}</p>}
      </div>
      <div class="field">
        <label for="account-plan">Plan</label>
        <select
          id="account-plan"
          value={fields.plan}
          aria-describedby="account-plan-hint"
          onChange={(event) => choosePlan(event.currentTarget.value)}
        >
          {plans.map((plan) => (
            <option key={plan}>{plan}</option>
          ))}
        </select>
        <p id="account-plan-hint" class="hint">
          {ofPlan && planText(ofPlan)}
        </p>
      </div>
      {number('quota', 'Renders per month', 'quota_per_month')}
      {number('rate', 'Requests per minute', 'rate_per_minute')}
      <div class="field">
        <label for="account-status">Status</label>
        <select
          id="account-status"
          value={fields.status}
          onChange={(event) =>
            set({ status: event.currentTarget.value === 'unpaid' ? 'unpaid' : 'active' })
          }
        >
          <option value="active">active</option>
          <option value="unpaid">unpaid: requests are rejected</option>
        </select>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={fields.signed}
          onChange={(event) => set({ signed: event.currentTarget.checked })}
        />{' '}
        Signed requests only
      </label>
      {error && <Problem error={error} />}
      <button type="submit" class="primary">
        Save
      </button>
    </form>
  );
}

function planText({ max_tasks: tasks, waiting, stored_bytes: stored, concurrency }: PlanLimits) {
  return [
    concurrency === undefined ? undefined : `${concurrency} renders at a time`,
    `${waiting.toLocaleString('en')} waiting requests`,
    `${formatBytes(stored)} of results`,
    tasks === 0 ? 'no tasks' : `${tasks.toLocaleString('en')} tasks`,
  ]
    .filter((text) => text !== undefined)
    .join(', ');
}
