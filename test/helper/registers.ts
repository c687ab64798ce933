/**
 * A server on loopback that answers as a test says: the next calls one after the other, and then all alike. The bodies are those
 * of the protocols, with more in them than we read.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply =
  | { readonly status?: number; readonly json: unknown; readonly headers?: Record<string, string> }
  | { readonly status?: number; readonly text: string; readonly headers?: Record<string, string> }
  /** Never answers; breaks the line before the answer, or within it; sends without end; leads to `/elsewhere`. */
  | 'silent'
  | 'broken'
  | 'cut'
  | 'endless'
  | 'elsewhere'

export interface Call {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  readonly body: any
  /** When it came, in milliseconds of `performance.now`. */
  readonly at: number
}

export interface TestService {
  readonly url: string
  /** Every call that came, since `answers` was called last. */
  readonly calls: readonly Call[]
  /** The last of them answers every further call. */
  answers(...replies: readonly [Reply, ...Reply[]]): void
  close(): Promise<void>
}

export async function aService(): Promise<TestService> {
  const calls: Call[] = []
  let replies: Reply[] = ['broken']

  function answer(response: ServerResponse, reply: Reply): void {
    if (reply === 'silent') return
    if (reply === 'broken') response.destroy()
    else if (reply === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"result":{"subject":', () => response.destroy())
    } else if (reply === 'endless') {
      const more = (): void => void response.write(' '.repeat(65_536), error => error || setImmediate(more))
      response.writeHead(200, { 'content-type': 'application/json' })
      more()
    } else if (reply === 'elsewhere') response.writeHead(302, { location: '/elsewhere' }).end()
    else {
      const { status = 200, headers = {} } = reply
      const body = 'json' in reply ? JSON.stringify(reply.json) : reply.text
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
  }

  const server = createServer(async (request, response) => {
    const at = performance.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    calls.push({ method, url, headers, body: text === '' ? undefined : JSON.parse(text), at })
    answer(response, (replies.length > 1 ? replies.shift() : replies[0]) as Reply)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers: (...next) => {
      replies = [...next]
      calls.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

/** As the list of VAT payers answers for a company, or for null. */
export const onVatList = (subject: Record<string, unknown> | null, requestId = 'abc12-9f8e7d6'): Reply => ({
  json: { result: { subject, requestDateTime: '21-11-2026 12:00:00', requestId } }
})

/** A company of the list of VAT payers. */
export const aSubject = {
  name: 'OPONEX SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
  nip: '5252344078',
  statusVat: 'Czynny',
  regon: '192598184',
  pesel: null,
  krs: '0000636771',
  residenceAddress: null,
  workingAddress: 'LUBELSKA 12/3, 22-100 CHEŁM',
  representatives: [{ firstName: 'Jan', lastName: 'Nowak', nip: null, companyName: null }],
  authorizedClerks: [],
  partners: [],
  registrationLegalDate: '2018-02-21',
  accountNumbers: ['90249000050247256316596736'],
  hasVirtualAccounts: false
}

export const vatListError = (code: string, status = 400): Reply => ({ status, json: { code, message: `Błąd ${code}` } })

/** As VIES answers for a number. */
export const onVies = (answer: Record<string, unknown>): Reply => ({
  json: {
    requestDate: '2026-11-21T11:00:00.000Z',
    requestIdentifier: '',
    traderName: '---',
    traderNameMatch: 'NOT_PROCESSED',
    ...answer
  }
})

export const viesError = (error: string, status = 200): Reply => ({
  status,
  json: { actionSucceed: false, errorWrappers: [{ error, message: error.toLowerCase() }] }
})
