/** What clients see on a phone: the home page, and the last card above an alert. */
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { alerts } from '../../../ui/alerts.ts'
import Home from '../../../ui/pages/portal/index.tsx'
import { ListPage } from '../../../ui/parts/list/ListPage.tsx'
import { Tall } from '../fixtures/parts/examples.tsx'
import { add, list } from '../fixtures/parts/metadata.ts'
import { manyRows } from '../fixtures/parts/rows.ts'
import { draw } from './draw.tsx'

async function onPhone(): Promise<void> {
  await page.viewport(360, 740)
  onTestFinished(() => page.viewport(1280, 800))
}

const cost = { orders: 0, perTonne: 0, netOwed: 0, grossOwed: 0 }
const order = {
  ...{ id: 5, version: 1, number: 'Z/5/2026', currentStatus: 3, type: 3, orderTypeItemName: 'Kontener', quantity: 1 },
  ...{ receptionPlace: 'Zana 11, Lublin', createdAt: '2026-11-02', realizationDate: '2026-11-05', wishedDate: null },
  ...{ receivingDate: '2026-11-05', finishedAt: '2026-11-06', netPrice: 600, netOwed: 600, tonnage: 1, kpo: null },
  invoiceNumber: null
}
const overview = {
  ...{ today: '2026-11-20', counts: [], underWay: [], done: [order], month: cost, year: cost, peopleWhoAsk: 0 }
}

test('at home the command to order is reached before the cards, and on a phone stands below them', async () => {
  await onPhone()
  draw(<Home commands={[add]} />, server => server.on('GET /api/Dashboard/client', () => ({ data: overview })))
  const button = page.getByRole('button', { name: 'Dodaj zgłoszenie' })
  const card = page.getByRole('link', { name: /Kontener/ })
  await expect.element(card).toBeVisible()
  const [first, second] = [button.element(), card.element()]
  expect(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(first.getBoundingClientRect().top).toBeGreaterThan(second.getBoundingClientRect().bottom)
})

test('on a phone the last card can be scrolled above an alert with something to do', async () => {
  await onPhone()
  draw(
    <Tall>
      <ListPage list={list} title="Zgłoszenia" />
    </Tall>,
    server => server.on('GET /api/Example/items', () => ({ data: manyRows(12), total: 12 }))
  )
  await expect.element(page.getByText('Z/1/2026').first()).toBeVisible()
  alerts.success('Złożono zamówienie', { action: { label: 'Cofnij', run: () => undefined } })
  await expect.element(page.getByText('Złożono zamówienie')).toBeVisible()
  const cards = document.querySelector('.parts-cards')
  const end = (): number => {
    cards?.scrollTo(0, cards.scrollHeight)
    return document.querySelector('[aria-posinset="12"]')?.getBoundingClientRect().bottom ?? Infinity
  }
  const bottom = cards?.getBoundingClientRect().bottom ?? 0
  await expect.poll(end).toBeLessThanOrEqual(bottom - 110)
})
