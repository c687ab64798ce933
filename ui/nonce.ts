/** The nonce under which this page may have styles of its own (src/kernel/http/browser.ts). */
export const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
