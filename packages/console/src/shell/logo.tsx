export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#24313f" />
      <rect x="7" y="6" width="18" height="20" rx="2" fill="#e8dcc3" />
      <rect x="9.5" y="8.5" width="13" height="11.5" fill="#8a6f4d" />
      <circle cx="16" cy="14" r="3.4" fill="#e8dcc3" />
    </svg>
  );
}
