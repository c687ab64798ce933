/** The run of a command with its calls: what is sent, what the list is told, and what is said. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { Row } from '../../src/contract/row.ts'
import { alerts, currentAlerts } from '../../ui/alerts.ts'
import pl from '../../ui/i18n/pl.ts'
import { setCatalogue } from '../../ui/i18n.ts'
import type { CommandHost } from '../../ui/parts/command/commandState.ts'
import { busyCommand } from '../../ui/parts/command/runState.ts'
import { RunStore } from '../../ui/parts/command/runStore.ts'

const accept: CommandMetadata = {
  name: 'orders.accept',
  icon: 'check',
  tone: 'success',
  selection: 'some',
  action: { kind: 'call', method: 'PUT', path: '/api/Orders/:id/accept' },
  when: {},
  shown: {},
  confirm: false,
  bulk: 'each',
  effects: ['remove'],
  inline: false,
  undo: 'PUT /api/Orders/:id/undo'
}
const row = (id: number): Row => ({ id, version: 3 })
const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }
  })
const refusal = { type: 'about:blank', title: 'no', status: 422, detail: 'Zamówienie jest już przyjęte.', code: 'x' }

const sent = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
const keys = () => sent.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))
const lastAlert = () => currentAlerts().at(-1)

/** A runner on a list of which each callback is noted. */
function onList() {
  const events: string[] = []
  const note =
    (name: string) =>
    (...given: unknown[]): void =>
      void events.push(given.length > 0 ? `${name} ${JSON.stringify(given)}` : name)
  const host: CommandHost = {
    resourceType: 'orders.order',
    panel: 'orders',
    labelOf: ({ id }) => `Z/${id}`,
    clearSelection: note('clear'),
    openPanel: note('open'),
    closePanel: note('close panel'),
    onFormChange: note('form'),
    onRunning: note('running'),
    apply: rows => note('apply')(rows.map(({ id, version }) => [id, version])),
    showNow: note('show')
  }
  const push = vi.fn()
  const history = { push, location: { pathname: '/orders/new' } } as unknown as ConstructorParameters<
    typeof RunStore
  >[1]
  return { store: new RunStore(new QueryClient(), history, host), events, push }
}
const settled = (store: RunStore) =>
  vi.waitFor(() => {
    const { sending, refreshing } = store.current()
    expect([sending, refreshing]).toEqual([[], undefined])
  })

beforeEach(() => {
  sent.mockReset()
  alerts.clear()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  setCatalogue('pl', pl)
})
afterEach(() => vi.unstubAllGlobals())

describe('a command without a form', () => {
  it('is sent, its answer is given to the list, and then the list is read again', async () => {
    sent.mockImplementation(async () => answer(200, { data: { id: 1, version: 4 } }))
    const { store, events } = onList()
    store.start({ command: accept, rows: [row(1)] })
    expect(busyCommand(store.current())).toBe('orders.accept')
    await settled(store)
    expect(events).toEqual(['running [true]', 'apply [[[1,4]]]', 'running [false]', 'clear', 'close panel', 'show'])
    expect(lastAlert()).toMatchObject({ tone: 'success', subject: 'Z/1', action: { label: pl['parts.undo'] } })
  })

  it('that creates something of another list gives this one no rows', async () => {
    sent.mockResolvedValue(answer(201, { data: { id: 5, version: 1 } }))
    const { store, events } = onList()
    const action = { kind: 'call', method: 'POST', path: '/api/Tickets', creates: true } as const
    store.start({ command: { ...accept, action, effects: ['reload'] }, rows: [row(5)] })
    await settled(store)
    expect(events).toEqual(['running [true]', 'running [false]', 'clear', 'show'])
  })

  it('leaves its rows chosen and their panel open where it has no effects', async () => {
    sent.mockImplementation(async () => answer(200, { data: { id: 1, version: 4 } }))
    const { store, events } = onList()
    store.start({ command: { ...accept, effects: [] }, rows: [row(1)] })
    await settled(store)
    expect(events).toEqual(['running [true]', 'apply [[[1,4]]]', 'running [false]', 'show'])
  })

  it('is sent once by two taps in one moment', async () => {
    sent.mockImplementation(async () => answer(200, { data: { id: 1, version: 4 } }))
    const { store } = onList()
    const run = { command: accept, rows: [row(1)] }
    store.start(run)
    store.start({ ...run })
    await settled(store)
    expect(sent).toHaveBeenCalledTimes(1)
  })

  it('is sent once by two taps on its confirmation', async () => {
    sent.mockImplementation(async () => answer(200, { data: { id: 1, version: 4 } }))
    const { store } = onList()
    store.start({ command: { ...accept, confirm: true }, rows: [row(1)] })
    store.confirm()
    store.confirm()
    await settled(store)
    expect(sent).toHaveBeenCalledTimes(1)
  })

  it('says why it was refused, and reads the list again', async () => {
    sent.mockImplementation(async () => answer(422, refusal))
    const { store, events } = onList()
    store.start({ command: accept, rows: [row(1)] })
    await settled(store)
    expect(lastAlert()).toMatchObject({ tone: 'danger', action: undefined })
    expect(lastAlert()?.text).toContain(refusal.detail)
    expect(events).toEqual(['running [true]', 'running [false]', 'show'])
  })

  it('keeps its key where it is tried again after an interruption', async () => {
    sent.mockRejectedValueOnce(new TypeError('network'))
    sent.mockImplementation(async () => answer(200, { data: { id: 1, version: 4 } }))
    const { store, events } = onList()
    store.start({ command: accept, rows: [row(1)] })
    await vi.waitFor(() => expect(lastAlert()?.tone).toBe('danger'))
    // the list cannot be read either, and the rows stay selected
    expect(events).toEqual(['running [true]', 'running [false]'])
    expect(store.current().sending).toEqual([])
    lastAlert()?.action?.run()
    await settled(store)
    expect(new Set(keys()).size).toBe(1)
    expect(lastAlert()?.tone).toBe('success')
  })

  it('lists the rows that were refused, and gives the list those that were not', async () => {
    sent.mockImplementation(async url =>
      url.includes('/2/') ? answer(422, refusal) : answer(200, { data: { id: 1, version: 4 } })
    )
    const { store, events } = onList()
    store.start({ command: accept, rows: [row(1), row(2)] })
    await settled(store)
    expect(store.current().partial?.result).toMatchObject({ done: [{ id: 1 }], refused: [{ row: { id: 2 } }] })
    expect(events).toContain('apply [[[1,4]]]')
    expect(new Set(keys()).size).toBe(2)
    store.closePartial()
    expect(store.current().partial).toBeUndefined()
  })

  it('shows a secret instead of a message, until that is closed', async () => {
    sent.mockImplementation(async () => answer(200, { secret: 'abc' }))
    const { store } = onList()
    store.start({ command: { ...accept, reveals: 'secret' }, rows: [row(1)] })
    await settled(store)
    expect(store.current().secret?.secret).toBe('abc')
    expect(currentAlerts()).toEqual([])
    store.closeSecret()
    expect(store.current()).toMatchObject({ secret: undefined, focus: { closesPanel: false } })
  })
})

describe('the undo of a message', () => {
  it('is tried again for the rows that it did not reach, under the same key', async () => {
    sent.mockImplementation(async () => answer(200, { data: { id: 1, version: 4 } }))
    const { store } = onList()
    store.start({ command: accept, rows: [row(1)] })
    await settled(store)
    sent.mockReset()
    sent.mockRejectedValueOnce(new TypeError('network'))
    sent.mockImplementation(async () => answer(200, { data: { id: 1, version: 5 } }))
    lastAlert()?.action?.run()
    await vi.waitFor(() => expect(lastAlert()?.tone).toBe('danger'))
    await settled(store)
    lastAlert()?.action?.run()
    await vi.waitFor(() => expect(lastAlert()?.text).toBe(pl['parts.undone']))
    expect(sent).toHaveBeenCalledTimes(2)
    expect(new Set(keys()).size).toBe(1)
  })
})

describe('a form', () => {
  it('that is not a dialog gets the error of its call, and the list is read again', async () => {
    sent.mockImplementation(async () => answer(422, refusal))
    const { store } = onList()
    await expect(store.submit({ command: accept, rows: [row(1)] }, {}, 'k')).rejects.toThrow(refusal.detail)
    expect(currentAlerts()).toEqual([])
  })

  it('of a file shows the values that are refused; every other failure closes it', async () => {
    const errors = [{ PropertyName: 'From', ErrorMessage: 'Za wcześnie.' }]
    sent.mockImplementation(async () => answer(422, { ...refusal, Errors: errors }))
    const { store } = onList()
    const form = { fields: [] } as never
    const command: CommandMetadata = { ...accept, form, action: { kind: 'download', path: '/api/Orders/report' } }
    store.start({ command, rows: [row(1)] })
    const run = store.current().open
    expect(run?.step).toBe('form')
    if (!run) return
    await expect(store.fetchFile(run, {})).rejects.toThrow(refusal.detail)
    expect(store.current().open).toBe(run)
    sent.mockImplementation(async () => answer(422, refusal))
    await store.fetchFile(run, {})
    expect(store.current().open).toBeUndefined()
    expect(lastAlert()?.tone).toBe('danger')
  })
})
