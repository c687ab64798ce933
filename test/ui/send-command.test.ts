import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import companiesTexts from '../../modules/companies/messages/pl.json' with { type: 'json' }
import ordersTexts from '../../modules/orders/messages/pl.json' with { type: 'json' }
import usersTexts from '../../modules/users/messages/pl.json' with { type: 'json' }
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { TabMetadata } from '../../src/contract/list.ts'
import { ApiProblem } from '../../ui/api.ts'
import pl from '../../ui/i18n/pl.ts'
import { setCatalogue, type Text, translate } from '../../ui/i18n.ts'
import parts from '../../ui/messages/pl.json' with { type: 'json' }
import { filledPath, forPath, unavailableReason } from '../../ui/parts/command/commandState.ts'
import { failureText } from '../../ui/parts/command/failureText.ts'
import { refusalFrom } from '../../ui/parts/command/refusals.ts'
import { sendRun, undoRun } from '../../ui/parts/command/sendCommand.ts'
import { announcementOf } from '../../ui/parts/command/success.ts'
import { composerOf } from '../../ui/parts/panel/Comments.tsx'

const command = (change: Partial<CommandMetadata> = {}): CommandMetadata => ({
  name: 'orders.plan',
  icon: 'truck',
  tone: 'neutral',
  selection: 'some',
  action: { kind: 'call', method: 'PUT', path: '/api/Orders/:id/plan' },
  when: {},
  shown: {},
  confirm: false,
  bulk: 'each',
  effects: [],
  inline: true,
  ...change
})
const rows = [
  { id: 1, version: 3, planned: 0 },
  { id: 2, version: 5, planned: 1 }
]
const problem = (status: number, detail: string, more = {}): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title: detail, status, detail, code: 'x', ...more }, 'r-1')
const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }
  })

const sent = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
const messages: Record<string, string> = { ...pl, 'orders.plan.failed': 'Nie zaplanowano' }
const t: Text = (key, args) => translate(key, args)

beforeEach(() => {
  sent.mockReset()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  setCatalogue('pl', messages)
})
afterEach(() => vi.unstubAllGlobals())

describe('a form that makes a row of each member of a list', () => {
  it('counts them, so that a success does not name the last alone', async () => {
    sent.mockImplementation(async () => answer(201, { data: { id: 9 } }))
    const action = { kind: 'call', method: 'POST', path: '/IoT/photos' } as const
    const run = (more: object) =>
      sendRun(
        { command: command({ selection: 'none', action: { ...action, ...more } }), rows: [] },
        { names: ['a', 'b'] },
        'k'
      )
    expect((await run({ oneEach: 'names' })).made).toBe(2)
    expect((await run({})).made).toBeUndefined()
  })
})

describe('a call that counts a field of its answer', () => {
  it.each([
    [[7, 8, 7], 'Wysyłamy wiadomości do 2 kierowców (3 zamówienia)'],
    [[7, 7, 7, 7, 7], 'Wysyłamy wiadomość do kierowcy (5 zamówień)']
  ])('says of rows with %j: %s', (drivers, sentence) => {
    setCatalogue('pl', { ...messages, ...ordersTexts })
    const answered = drivers.map((driverId, at) => ({ id: at + 1, version: 2, driverId }))
    const action = {
      kind: 'call',
      method: 'POST',
      path: '/api/Orders/notify',
      ids: 'orders',
      counts: 'driverId'
    } as const
    const run = { command: command({ name: 'orders.notifyDriver', bulk: 'all', action }), rows: answered }
    const result = { done: answered, refused: [], changed: answered, answer: { data: answered } }
    const place = { labelOf: () => '', pages: undefined, path: '/' }
    expect(announcementOf(run, result, place, t)).toMatchObject({ kind: 'success', text: sentence })
  })
})

describe('a form that only starts from the chosen row', () => {
  it('is sent to make a new one: without the version of that row', async () => {
    sent.mockResolvedValueOnce(answer(201, { data: { id: 9 } }))
    const action = { kind: 'call', method: 'POST', path: '/api/Orders', creates: true } as const
    await sendRun({ command: command({ selection: 'one', action }), rows: rows.slice(0, 1) }, { quantity: 1 }, 'key', 3)
    const [url, { method, headers, body }] = sent.mock.calls[0] ?? ['', {}]
    expect([url, method, body]).toEqual(['/api/Orders', 'POST', '{"quantity":1}'])
    expect(new Headers(headers).has('if-match')).toBe(false)
  })
})

describe('an open form', () => {
  it('says what must be chosen before it can be sent', () => {
    expect(unavailableReason(command(), [])).toBe('parts.needs.some')
    expect(unavailableReason(command({ selection: 'one' }), rows)).toBe('parts.needs.one')
    expect(unavailableReason(command({ selection: 'many' }), rows.slice(1))).toBe('parts.needs.many')
    expect(unavailableReason(command({ shown: { planned: [0] } }), rows)).toBe('parts.needs.other')
    expect(unavailableReason(command(), rows)).toBeUndefined()
  })
})

describe('undo', () => {
  it('takes back each row by itself, and lists which were refused and why', async () => {
    sent.mockResolvedValueOnce(answer(200, { data: {} }))
    sent.mockResolvedValueOnce(answer(409, problem(409, 'Ktoś to zmienił').problem))
    const back = await undoRun('PUT /api/Orders/:id/undo', { done: rows, answer: undefined }, 'k')
    expect(back.done).toEqual([rows[0]])
    expect(back.refused).toMatchObject([{ row: { id: 2 }, error: { detail: 'Ktoś to zmienił' } }])
    expect(sent.mock.calls.map(([url, { headers }]) => [url, headers])).toMatchObject([
      ['/api/Orders/1/undo', { 'Idempotency-Key': 'k-1' }],
      ['/api/Orders/2/undo', { 'Idempotency-Key': 'k-2' }]
    ])
  })

  it('leaves out rows that the command has left as they were: another change would be taken back', async () => {
    sent.mockResolvedValue(answer(200, { data: {} }))
    const [first, second] = rows
    const changed = { data: [{ ...first, version: 4 }, second] }
    expect((await undoRun('PUT /api/Orders/:id/undo', { done: rows, answer: changed }, 'k')).done).toEqual([first])
    expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/Orders/1/undo'])
  })

  it('of one row is sent under the version that the command has made', async () => {
    sent.mockResolvedValue(answer(200, { data: {} }))
    const done = { done: rows.slice(0, 1), answer: { data: { id: 1, version: 4 } } }
    await undoRun('PUT /api/Orders/:id/undo', done, 'k')
    expect(sent.mock.calls[0]?.[1].headers).toMatchObject({ 'If-Match': '"4"' })
  })
})

describe('a download', () => {
  const saved: string[] = []
  beforeEach(() => {
    saved.length = 0
    const link = { href: '', download: '', click: () => void saved.push(link.download) }
    vi.stubGlobal('document', { createElement: () => link })
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: () => '', revokeObjectURL: () => {} }))
    sent.mockImplementation(() =>
      Promise.resolve(new Response('x', { headers: { 'content-disposition': 'attachment; filename="kpo.xlsx"' } }))
    )
  })
  const fetched = (): string[] => sent.mock.calls.map(([url]) => url)

  it('sends the form as its query: lists repeat their key, what is empty is left out', async () => {
    const action = { kind: 'download', path: '/api/Reports/1/file' } as const
    const form = { from: '2026-11-01', stores: [1, 2], detailed: false, note: null }
    await sendRun({ command: command({ action }), rows: [] }, form, 'k')
    expect(fetched()).toEqual(['/api/Reports/1/file?from=2026-11-01&stores=1&stores=2&detailed=false'])
    expect(saved).toEqual(['kpo.xlsx'])
  })

  it('fetches one file for all rows where the path takes their ids, else one a row', async () => {
    const path = (own: string) => command({ action: { kind: 'download', path: own } })
    await sendRun({ command: path('/api/print?ids=:ids'), rows }, undefined, 'k')
    await sendRun({ command: path('/api/Orders/:id/kpo'), rows }, undefined, 'k')
    expect(fetched()).toEqual(['/api/print?ids=1%2C2', '/api/Orders/1/kpo', '/api/Orders/2/kpo'])
    expect(filledPath('/plan/:planned?of=:ids', forPath(rows))).toBe('/plan/0?of=1%2C2')
  })

  it('throws what the server says', async () => {
    sent.mockResolvedValue(answer(422, problem(422, 'Za długi okres').problem))
    const action = { kind: 'download', path: '/api/Reports/1/file' } as const
    await expect(sendRun({ command: command({ action }), rows: [] }, {}, 'k')).rejects.toThrow('Za długi okres')
  })
})

describe('a failure', () => {
  const form: FormMetadata = {
    name: 'orders.plan',
    schema: { type: 'object', properties: { day: { type: 'string' } } },
    fields: [{ name: 'day', label: 'd' }],
    derive: [],
    initial: {}
  }

  it('that the command calls unknown is said by the server alone, where it has said why', () => {
    const add = command({ name: 'companies.addPlace' })
    expect(failureText(add, problem(404, 'Nie ma takiego oddziału.'), t)).toBe('Nie ma takiego oddziału.')
    expect(failureText(add, new TypeError('x'), t)).toBe('Wystąpił nieznany błąd')
    const told = problem(422, 'Za daleko', { Errors: [{ PropertyName: 'map', ErrorMessage: 'Adres jest za daleko.' }] })
    expect(refusalFrom(add, form, told, t).general[0]).toBe('Adres jest za daleko.')
  })

  it('has the command’s own sentence, where there is one, and the server’s', () => {
    expect(failureText(command(), problem(422, 'Brak miejsc'), t)).toBe('Nie zaplanowano: Brak miejsc')
    expect(failureText(command(), problem(422, 'Nie zaplanowano'), t)).toBe('Nie zaplanowano')
    const container = command({ name: 'iot.edit' })
    const action = 'Wystąpił błąd podczas wykonywania akcji.'
    expect(failureText(container, problem(409, 'Zmieniono.'), t)).toBe(`${action} Zmieniono.`)
    expect(failureText(container, problem(500, 'x', { code: 'ui.problem.unknown' }), t)).toBe(action)
  })

  it('is told by the server’s reason alone where the command has no sentence of its own, and without a reason by the general one', () => {
    const other = command({ name: 'orders.other' })
    expect(failureText(other, problem(422, 'Brak miejsc'), t)).toBe('Brak miejsc')
    expect(failureText(other, problem(500, 'x', { code: 'ui.problem.unknown' }), t)).toBe('Wystąpił błąd')
    expect(failureText(other, new TypeError('broken'), t)).toBe('Wystąpił błąd')
    expect(failureText(other, problem(0, 'Brak sieci'), t)).toBe('Brak sieci')
  })

  it('and a success says the general sentence there', () => {
    expect(t('orders.other.done', { count: 1 })).toBe('Operacja przebiegła pomyślnie')
    expect(t('orders.accept.done', { count: 1 })).toBe('Pomyślnie przyjęto zamówienie')
  })

  it('caused by another person’s change names the person and the change', () => {
    const changes = [{ at: '2026-11-20T10:00:00.000Z', who: 'Anna Nowak', what: 'Przyjęto zamówienie' }]
    const stale = problem(409, 'Ktoś zmienił te dane.', { changes })
    expect(failureText(command({ name: 'orders.other' }), stale, t)).toBe(
      'Ktoś zmienił te dane. Anna Nowak: Przyjęto zamówienie.'
    )
  })

  it.each(['companies.inviteUser', 'users.confirm'])('of %s begins as the documents say', name => {
    setCatalogue('pl', { ...messages, ...companiesTexts, ...usersTexts })
    expect(failureText(command({ name }), problem(422, 'Adres jest zajęty.'), t)).toBe(
      'Wystąpił błąd: Adres jest zajęty.'
    )
  })

  it('that has not reached the server says that what was typed is kept', () => {
    expect(refusalFrom(command(), form, problem(0, 'Brak sieci'), t)).toEqual({
      fields: [],
      general: ['Brak sieci', parts['parts.kept']]
    })
  })

  it('stands at its field, and else above the form; a fault with the id of the request, which a refusal has no need of', () => {
    const Errors = [{ PropertyName: 'Day', ErrorMessage: 'Za późno' }]
    expect(refusalFrom(command(), form, problem(422, 'nie', { Errors }), t)).toEqual({
      fields: [['day', 'Za późno']],
      general: []
    })
    expect(refusalFrom(command(), form, problem(422, 'nie'), t).general).toHaveLength(1)
    expect(refusalFrom(command(), form, problem(500, 'nie'), t).general).toHaveLength(2)
    expect(() => refusalFrom(command(), form, new TypeError('broken'), t)).toThrow('broken')
  })
})

describe('the tab of comments', () => {
  const withForm = (fields: FormMetadata['fields']): CommandMetadata =>
    command({ form: { name: '', schema: {}, fields, derive: [], initial: {} } })
  const one = withForm([{ name: 'content', label: 'c' }])
  const two = withForm([
    { name: 'a', label: 'a' },
    { name: 'b', label: 'b' }
  ])
  const tab = (commands: CommandMetadata[]): TabMetadata => ({
    name: 'c',
    title: 'c',
    kind: 'comments',
    load: '',
    commands
  })

  it('turns the command that asks one text into its box, and no other', () => {
    expect(composerOf(tab([two, one]))).toBe(one)
    expect(composerOf(tab([two, command()]))).toBeUndefined()
    expect(composerOf({ ...tab([one]), kind: 'part', part: 'x' })).toBeUndefined()
  })
})
