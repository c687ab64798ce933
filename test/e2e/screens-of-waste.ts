/** Screens of transfer cards, of orders with and without one or weigh tickets, and of the register of waste. */
import type { Locator } from '@playwright/test'
import { CardState } from '../../modules/waste/cards/schema.ts'
import { command, placed, planned, press as pressIn, turnTo, whole } from './fixtures/orders.ts'
import { settled } from './fixtures/settled.ts'
import { expect, goWithin, type Page, rowsOf, type TestServer } from './fixtures/test.ts'
import { admin, client, openFirst, type Screen, tab } from './screens.ts'

const [cards, register] = ['/orders/cards', '/config/wasteRegister']
const toConfirm = `${cards}?f.ToConfirm=true&f.State=${CardState.confirmationGenerated}`

/** The form that a button of the first card's panel opens. */
const form = (name: string) => async (page: Page) => {
  await openFirst(page)
  await pressIn(page.getByRole('complementary').getByRole('toolbar'), name)
  await page.getByRole('dialog', { name }).waitFor()
}

const officeCalls = async (server: TestServer) => {
  const { accessToken } = await server.signIn('office', 'admin@example.com')
  return <T>(method: string, path: string, body?: object): Promise<{ data: T }> =>
    server.call('office', accessToken, method, `/api/Admin/${path}`, body)
}

/** An order under way that a card on its way was given to by hand: which cards the rule matches depends on the day. */
async function orderWithCard(server: TestServer): Promise<number> {
  const number = await placed(server, 'vehicle', 'with a card')
  await planned(server, number)
  const call = await officeCalls(server)
  const [order] = (await call<{ id: number }[]>('GET', `Orders?allFields=${encodeURIComponent(number)}`)).data
  const onItsWay = `TransferCards?State=${CardState.confirmationGenerated}`
  const [card] = (await call<{ id: number }[]>('GET', onItsWay)).data
  await call('PUT', `TransferCards/${card?.id}/match`, { orderId: order?.id })
  return order?.id ?? 0
}

/** That order, chosen in its list, which was asked for before there was the order. */
async function chooseOrder(page: Page, server: TestServer, then = ''): Promise<void> {
  const id = await orderWithCard(server)
  await goWithin(page, `/orders/in-progress?row=${id}${then && `&${then}=${id}`}`)
  await expect(rowsOf(page).and(page.locator('[aria-selected=true]'))).toHaveCount(1)
  await settled(page)
}

/** An order that is planned, by its id. */
const plannedOrder = async (server: TestServer): Promise<number> =>
  planned(server, await placed(server, 'vehicle', 'to be driven'))

/** The page of a planned order that needs no login, or the page below it on which its contact stops messages. */
const pageOfLink = (below: string, heading: string) => async (page: Page, server: TestServer) => {
  const call = await officeCalls(server)
  const [arrival] = (await call<{ link: string }[]>('GET', `Orders/${await plannedOrder(server)}/arrival`)).data
  await page.goto(server.portal + new URL(arrival?.link ?? '').pathname + below)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** The panel of an order among all. */
async function panelOf(page: Page, id: number): Promise<Locator> {
  await goWithin(page, `/orders/all?row=${id}&panel=${id}`)
  return page.getByRole('complementary')
}

/** The form of a card's time in the panel of a planned order. */
const timeForm = (name: string) => async (page: Page, server: TestServer) => {
  const panel = await panelOf(page, await plannedOrder(server))
  await turnTo(panel, 'Szczegóły zamówienia')
  await pressIn(panel.getByRole('toolbar'), name)
  await expect(page.getByRole('dialog').getByLabel('Planowana godzina')).toHaveValue(/^\d\d:\d\d$/)
}

/** The weigh tickets of an order that has one. */
async function weighings(page: Page, server: TestServer): Promise<void> {
  const call = await officeCalls(server)
  const tickets = (await call<{ orders: { orderId: number }[] }[]>('GET', 'WeighTickets?limit=20')).data
  const id = tickets.find(({ orders }) => orders.length > 0)?.orders[0]?.orderId ?? 0
  const tab = await turnTo(await panelOf(page, id), 'Ważenia')
  await expect(tab.getByText(/^KW\//).first()).toBeVisible()
  await expect(tab.getByText('Zważono razem')).toBeVisible()
}

async function noWeighings(page: Page, server: TestServer): Promise<void> {
  const tab = await turnTo(await panelOf(page, await plannedOrder(server)), 'Ważenia')
  await expect(tab.getByText('Do tego zamówienia nic jeszcze nie zważono.')).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Dodaj kwit' }).last()).toBeVisible()
}

export const screensOfWaste: Screen[] = [
  {
    name: 'order-tracking',
    ...client,
    path: '/client/orders',
    alone: true,
    lead: pageOfLink('', 'Odbiór: zamówienie')
  },
  {
    name: 'order-tracking-stop',
    ...client,
    path: '/client/orders',
    alone: true,
    lead: pageOfLink('/stop', 'Wiadomości o przyjeździe kierowcy')
  },
  { name: 'order-weighings', ...admin, path: '/orders/all', lead: weighings },
  { name: 'order-without-weighings', ...admin, path: '/orders/all', lead: noWeighings },
  { name: 'order-draft-card', ...admin, path: '/orders/all', lead: timeForm('Wystaw kartę KPO') },
  { name: 'order-card-values', ...admin, path: '/orders/all', lead: timeForm('Dane do karty KPO') },
  {
    name: 'order-send-card-values',
    ...admin,
    path: '/orders/in-progress',
    lead: async (page, server) => {
      const id = await plannedOrder(server)
      await goWithin(page, `/orders/in-progress?row=${id}&panel=${id}`)
      const panel = page.getByRole('complementary')
      await turnTo(panel, 'Szczegóły zamówienia')
      await pressIn(panel.getByRole('toolbar'), 'Wyślij arkusz karty')
      await expect(page.getByRole('dialog').getByLabel('Treść')).toHaveValue(/Przekazujący/)
    }
  },
  ...['Szczegóły', 'Historia'].map(title => ({
    name: `card-panel-${title}`,
    ...admin,
    path: cards,
    lead: tab(title)
  })),
  { name: 'cards-to-confirm', ...admin, path: toConfirm },
  { name: 'card-confirm-receipt', ...admin, path: toConfirm, lead: form('Potwierdź przejęcie') },
  { name: 'card-reject', ...admin, path: toConfirm, lead: form('Odrzuć kartę') },
  { name: 'card-match', ...admin, path: `${cards}?f.WithoutOrder=true`, lead: form('Przypisz do zamówienia') },
  { name: 'orders-without-card', ...admin, path: '/orders/withoutCard' },
  { name: 'register-panel', ...admin, path: register, lead: openFirst },
  {
    name: 'order-panel-cards',
    ...admin,
    path: '/orders/in-progress',
    lead: async (page, server) => {
      await chooseOrder(page, server, 'panel')
      const cardsOfOrder = await turnTo(page.getByRole('complementary'), 'Karty przekazania')
      await expect(cardsOfOrder.getByText(/^KPO\//).first()).toBeVisible()
    }
  },
  {
    name: 'order-finish-with-card',
    ...admin,
    path: '/orders/in-progress',
    lead: async (page, server) => {
      await chooseOrder(page, server)
      const finish = await command(page, 'Zakończ')
      await whole(finish)
      await expect(finish.getByLabel('Numer KPO')).toHaveValue(/^KPO\//)
    }
  }
]
