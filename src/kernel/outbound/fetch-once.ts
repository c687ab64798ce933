/**
 * `fetch` for calls to other systems, which are sent once and follow no redirect. Deno's own sends a call again by itself where the
 * connection breaks before the answer, a POST too: a transfer card would be made twice. It cannot repeat a body that is a stream, so there
 * the body becomes one. Node sends once, and tells the other system the length of the body. A GET has no body, and Deno may repeat it: it
 * changes nothing.
 */
export async function fetchOnce(url: URL | string, init: Omit<RequestInit, 'redirect'>): Promise<Response> {
  const call: RequestInit = { ...init, redirect: 'manual' }
  if (!('Deno' in globalThis) || init.body === undefined || init.body === null) return fetch(url, call)
  // has the content type that follows from the body, if none was given
  const request = new Request(url, call)
  const body = (await request.blob()).stream()
  return fetch(url, { ...call, headers: request.headers, body, duplex: 'half' } as RequestInit)
}

/** What Deno says of a connection that was never made, which it gives no code. */
const saidByDeno = [
  [/Connection refused/, 'ECONNREFUSED'],
  [/dns error/, 'ENOTFOUND']
] as const

/** The code of a failed call, such as ECONNREFUSED; else the name of its error. */
export function failureCodeOf(error: unknown): string {
  const { name, cause } = error as Error & { readonly cause?: { readonly code?: string; readonly message?: string } }
  return cause?.code ?? saidByDeno.find(([text]) => text.test(cause?.message ?? ''))?.[1] ?? name
}
