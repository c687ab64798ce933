/** The nonce of the content security policy, which inline styles need (src/kernel/serve/browser.ts). */
export const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
