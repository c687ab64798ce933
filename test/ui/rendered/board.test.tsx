/** The planning board: what its keys do and say, and what a drop sends at once or asks first. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import Board from '../../../ui/pages/planning/board/Board.tsx'
import { CommandRunner } from '../../../ui/parts/command/CommandRunner.tsx'
import { useListPage } from '../../../ui/parts/list/useListPage.ts'
import type { FakeApi } from '../fixtures/parts/api.ts'
import { accept, list as example } from '../fixtures/parts/metadata.ts'
import { draw } from './draw.tsx'

const day = '2099-11-24'
const schema = { type: 'string' } as const
const column = (key: string) => ({
  key,
  header: `orders.order.${key}`,
  schema,
  align: 'start' as const,
  grow: 1,
  sortable: false
})
const planForm = {
  schema: {
    type: 'object',
    properties: { vehicleId: { type: 'integer' }, orderRealizationDate: { type: 'string', format: 'day' } },
    required: ['vehicleId']
  },
  initial: {},
  fields: [
    {
      name: 'vehicleId',
      label: 'orders.order.vehicle',
      warn: [{ filled: ['overload'], message: 'orders.doubt.overload', tick: true }]
    },
    { name: 'orderRealizationDate', label: 'orders.order.realizationDate' },
    {
      name: 'overload',
      label: 'orders.order.load',
      control: 'hidden',
      readOnly: true,
      transient: { anyOf: [{ type: 'string' }, { type: 'null' }] }
    }
  ],
  derive: [
    {
      kind: 'fetched',
      call: '/api/Plan/doubts?ids={ids}&vehicleId={vehicleId?}',
      pick: 'data.overload',
      to: 'overload'
    }
  ]
} as unknown as FormMetadata
const command = (name: string, path: string, form?: FormMetadata): CommandMetadata => ({
  ...accept,
  ...{ name, selection: 'some', bulk: form ? 'all' : 'each', effects: [] },
  action: { kind: 'call', method: 'PUT', path, ...(form && { ids: 'orderIds' }) } as CommandMetadata['action'],
  when: {},
  ...(form && { form })
})
const realize = command('orders.realize', '/api/Plan/realize', planForm)
const toPlanList = { ...example, name: 'orders.toPlan', resourceType: 'orders.order', call: '/api/Plan/waiting' }
const waitingList: ListMetadata = {
  ...toPlanList,
  ...{ columns: ['number', 'company'].map(column), fixed: {}, filters: [], marks: [], tint: [], views: [], quick: [] },
  ...{ selection: 'many', commands: [realize], sort: 'number' }
}
const dayList: ListMetadata = {
  ...waitingList,
  ...{ name: 'orders.day', call: '/api/Plan/planned' },
  commands: [
    command('orders.replan', '/api/Plan/replan', planForm),
    command('orders.restore', '/api/Plan/:id/restore')
  ],
  day: { filter: 'RealizationDate', beside: { part: 'x', list: waitingList }, board: 'x' }
}

const order = (id: number, more: object = {}): Row => ({
  ...{ id, version: 1, number: `Z/${id}`, company: `Firma ${id}`, receptionPlace: 'Chełm', load: 2 },
  ...{ orderTypeItemName: 'Opony', ...more }
})
const stop = (id: number, sequenceInRoute: number, vehicleId = 7): Row =>
  order(id, { vehicleId, routeId: 70, sequenceInRoute, vehicle: 'LCH 7, MAN' })
const vehicle = (id: number, more: object = {}) => ({
  ...{ id, registerNumber: `LCH ${id}`, brand: 'MAN', model: 'TGS', driver: `Jan ${id}`, capacity: 5, stops: 0 },
  ...{ plannedLoad: 0, driverElsewhere: [], driverAway: false, outOfService: false, missing: [], ...more }
})

function Drawn() {
  const state = useListPage(dayList, { uneven: true })
  return (
    <CommandRunner host={state.host}>
      <div style={{ blockSize: 600, display: 'flex' }}>
        <Board list={dayList} state={state} day={day} />
      </div>
    </CommandRunner>
  )
}

/** A server that plans: two orders wait, vehicle 7 has two stops, and vehicle 8 is free. */
function drawBoard(overload: string | null = null, more: (api: FakeApi) => void = () => undefined) {
  let waiting = [order(1), order(2)]
  let planned = [stop(10, 1), stop(11, 2)]
  const doubts = { overload }
  const answer = (data: readonly unknown[]) => ({ data, total: data.length })
  const prepare = (api: FakeApi): void => {
    api.on('GET /api/Plan/waiting', () => answer(waiting))
    api.on('GET /api/Plan/planned', () => answer(planned))
    api.on('GET /api/Plan/doubts', () => ({ data: doubts }))
    api.on('GET /api/Admin/Vehicles/matched-vehicles', () => ({
      ...answer([vehicle(7, { stops: 2, plannedLoad: 4 }), vehicle(8)]),
      unproposed: null
    }))
    api.on('GET /api/Admin/Orders/routes', () => answer([]))
    api.on('GET /api/Admin/Vehicles/:id/route', () => ({
      ...answer(planned.map(({ id }) => ({ orderId: id, finished: false }))),
      route: { version: 5 }
    }))
    api.on('PUT /api/Admin/Orders/set-sequence', ({ body }) => {
      const { orderIds } = body as { orderIds: number[] }
      planned = orderIds.map((id, at) => stop(id, at + 1))
      return { success: true, data: planned }
    })
    api.on('PUT /api/Plan/realize', ({ body }) => {
      const { orderIds, vehicleId } = body as { orderIds: number[]; vehicleId: number }
      waiting = waiting.filter(({ id }) => !orderIds.includes(id))
      planned = [...planned, ...orderIds.map((id, at) => stop(id, at + 1, vehicleId))]
      return { success: true, data: [] }
    })
    api.on('PUT /api/Plan/:id/restore', ({ path }) => {
      const id = Number(path.split('/')[3])
      planned = planned.filter(one => one.id !== id)
      waiting = [...waiting, order(id)]
      return { success: true, data: order(id, { version: 2 }) }
    })
    more(api)
  }
  const { api } = draw(<Drawn />, prepare)
  return { sent: () => api.calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body })) }
}

const region = (name: string) => page.getByRole('region', { name, exact: true })
const cards = (name: string) => region(name).getByRole('row')
const focused = () => document.activeElement?.getAttribute('data-card')
const said = page.getByRole('status').filter({ hasText: /./ })
const focus = async (id: number): Promise<void> => {
  await expect.poll(() => document.querySelector(`[data-card="${id}"]`)).not.toBeNull()
  document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus()
}

test('arrows lead from card to card, and Tab into each column once', async () => {
  drawBoard()
  await focus(1)
  for (const [key, id] of [
    ['ArrowDown', '2'],
    ['ArrowDown', '2'],
    ['ArrowRight', '11'],
    ['Home', '10'],
    ['ArrowLeft', '1'],
    ['End', '2']
  ]) {
    await userEvent.keyboard(`{${key}}`)
    expect(focused()).toBe(id)
  }
  const tabStops = () =>
    [...document.querySelectorAll('[data-card][tabindex="0"]')].map(card => card.getAttribute('data-card'))
  expect(tabStops()).toEqual(['2', '10'])
  await focus(11)
  await expect.poll(tabStops).toEqual(['1', '11'])
})

test('Space picks up, arrows carry and say where, and Escape gives back', async () => {
  const { sent } = drawBoard()
  await focus(1)
  await userEvent.keyboard(' ')
  await expect.element(said).toHaveTextContent('Przenosisz: Z/1, Firma 1. Strzałki przenoszą')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(said).toHaveTextContent('LCH 7, Jan 7')
  // what it would weigh with it: 4 and 2 of 5 tonnes
  await expect.element(region('LCH 7, Jan 7')).toHaveTextContent('4 + 2 z 5 t')
  await expect.element(region('LCH 7, Jan 7')).toHaveTextContent('ponad ładowność')
  await userEvent.keyboard('{Escape}')
  await expect.element(said).toHaveTextContent('Bez zmian')
  expect(focused()).toBe('1')
  expect(sent()).toEqual([])
})

test('what nothing speaks against is planned at once, for the day, and keeps the focus in its new column', async () => {
  const { sent } = drawBoard()
  await focus(1)
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift} {ArrowRight}{ArrowRight}{Enter}')
  await expect
    .poll(sent)
    .toEqual([{ path: '/api/Plan/realize', body: { vehicleId: 8, orderRealizationDate: day, orderIds: [1, 2] } }])
  await expect.element(cards('LCH 8, Jan 8').nth(1)).toBeVisible()
  await expect.poll(focused).toBe('2')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('what something speaks against is asked in the form, and sent once it is ticked', async () => {
  const { sent } = drawBoard('LCH 7: 6 / 5 t')
  await focus(1)
  await userEvent.keyboard(' {ArrowRight}{Enter}')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('checkbox')).toBeVisible()
  expect(sent()).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => sent()[0]?.body).toMatchObject({ vehicleId: 7, orderIds: [1] })
})

test('where nobody knows what speaks against it, the form opens, and nothing is sent', async () => {
  const { sent } = drawBoard(null, api => api.refuse('GET /api/Plan/doubts', { status: 400 }))
  await focus(1)
  await userEvent.keyboard(' {ArrowRight}{Enter}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(sent()).toEqual([])
})

test('a stop is put elsewhere among those of its vehicle, by the whole route', async () => {
  const { sent } = drawBoard()
  await focus(10)
  await userEvent.keyboard(' {ArrowDown}')
  await expect.element(said).toHaveTextContent('LCH 7, Jan 7, punkt 2 z 2')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(sent)
    .toEqual([{ path: '/api/Admin/Orders/set-sequence', body: { orderIds: [11, 10], routeVersion: 5 } }])
  await expect.element(cards('LCH 7, Jan 7').first()).toHaveTextContent('Firma 11')
  expect(focused()).toBe('10')
})

test('moves that follow at once wait for those before them', async () => {
  const { sent } = drawBoard()
  await focus(10)
  await userEvent.keyboard(' {ArrowDown}{Enter} {ArrowLeft}{Enter}')
  await expect
    .poll(() => sent().map(({ path }) => path))
    .toEqual(['/api/Admin/Orders/set-sequence', '/api/Plan/10/restore'])
  await expect.element(region('Do zaplanowania').getByRole('row').nth(2)).toHaveTextContent('Firma 10')
})

test('a tap on the handle picks up, and one on the button of a column drops there', async () => {
  const { sent } = drawBoard()
  await userEvent.click(page.getByRole('button', { name: 'Przenieś: Z/2, Firma 2' }))
  await expect.element(page.getByRole('group', { name: 'Z/2, Firma 2' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Odłóż tutaj: LCH 8, Jan 8' }))
  await expect.poll(sent).toMatchObject([{ body: { vehicleId: 8, orderIds: [2] } }])
  await expect.element(page.getByRole('group', { name: 'Z/2, Firma 2' })).not.toBeInTheDocument()
})
