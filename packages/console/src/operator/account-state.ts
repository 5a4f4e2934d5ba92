import type { OperatedAccount } from '@tintype/client';
import type { PlanLimits } from '@tintype/contract/wire';

export interface AccountForm {
  name: string;
  plan: string;
  status: OperatedAccount['status'];
  rate: string;
  quota: string;
  signed: boolean;
}

/** Returns the changed fields of a form. An own limit stays one if it equals the plan's. */
export function changesOf(
  account: OperatedAccount,
  form: AccountForm,
  ofPlan: Pick<PlanLimits, 'rate_per_minute' | 'quota_per_month'> | undefined,
): Partial<Record<keyof OperatedAccount, string | number | boolean | null>> {
  const isMoved = form.plan !== account.plan;
  const limit = (name: 'rate_per_minute' | 'quota_per_month', typed: string) =>
    !isMoved && typed.trim() === String(account[name])
      ? {}
      : { [name]: ownLimit(typed, ofPlan?.[name]) };
  return {
    ...(form.name !== account.name && { name: form.name }),
    ...(isMoved && { plan: form.plan }),
    ...(form.status !== account.status && { status: form.status }),
    ...(form.signed !== account.signature_required && { signature_required: form.signed }),
    ...limit('rate_per_minute', form.rate),
    ...limit('quota_per_month', form.quota),
  };
}

/** An empty limit, or one that equals the plan's, is that of the plan. */
function ownLimit(typed: string, ofPlan: number | undefined): number | null {
  const text = typed.trim();
  return text === '' || Number(text) === ofPlan ? null : Number(text);
}
