/** The logo, a tyre seen from the side, in the current text colour. */
export function TyreRing({ size = 28, className }: { readonly size?: number; readonly className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      aria-hidden
    >
      <circle cx="32" cy="32" r="28" strokeWidth="5" strokeDasharray="5.2 2.13" />
      <circle cx="32" cy="32" r="21" strokeWidth="9" />
      <circle cx="32" cy="32" r="8" strokeWidth="3" />
      <circle cx="32" cy="32" r="2" fill="currentColor" stroke="none" />
    </svg>
  )
}

export const Wordmark = () => (
  <span className="wordmark">
    <TyreRing />
    <span translate="no">opony</span>
  </span>
)
