/** Used share of a month's quota. */
export function QuotaBar({ used, quota }: { used: number; quota: number }) {
  const share = quota === 0 ? 1 : Math.min(1, used / quota);
  return (
    <p class="quota">
      <label for="quota">
        <strong>{used.toLocaleString('en')}</strong> of {quota.toLocaleString('en')} renders this
        month ({Math.round(share * 100)} %)
      </label>
      <progress id="quota" max={1} value={share} />
    </p>
  );
}
