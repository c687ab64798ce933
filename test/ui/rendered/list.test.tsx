/** The list: rows and their states, selection, sorting, the panel, and what stands there without rows. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ListPage } from '../../../ui/parts/list/ListPage.tsx'
import { exampleOf, Tall } from '../fixtures/parts/examples.tsx'
import { columns, edit, list } from '../fixtures/parts/metadata.ts'
import { manyRows, rows } from '../fixtures/parts/rows.ts'
import { draw, later } from './draw.tsx'

const grid = page.getByRole('grid', { name: 'Zgłoszenia' })
const rowOf = (id: number) => page.getByRole('row', { name: `Z/${id}/2026` })
const drawList = (...prepare: Parameters<typeof draw> extends [unknown, ...infer Rest] ? Rest : never) =>
  draw(exampleOf('rows in each state'), ...prepare)

test('has a row for each thing, a header for each column, and says how many there are', async () => {
  drawList()
  await expect.element(rowOf(1)).toBeVisible()
  for (const { id } of rows) await expect.element(rowOf(id)).toBeInTheDocument()
  for (const name of ['Numer', 'Firma', 'Uwagi', 'Status', 'Ilość', 'Kwota', 'Dzień', 'Telefon'])
    await expect.element(page.getByRole('columnheader', { name, exact: true })).toBeInTheDocument()
  await expect.element(page.getByText('6 pozycji')).toBeVisible()
  await expect.element(grid).toHaveAttribute('aria-rowcount', '7')
})

test('writes values by their schemas', async () => {
  drawList()
  for (const text of ['nowe', '10 szt.', '1 235,50 zł', '20.11.2026', '501 502 503'])
    await expect.element(rowOf(1)).toHaveTextContent(text)
})

test('a coloured row and a marked one say why', async () => {
  drawList()
  await expect.element(rowOf(2)).toHaveTextContent('po terminie')
  await expect.element(rowOf(3)).toHaveTextContent('pilne zgłoszenie')
  await expect.element(rowOf(6)).toHaveTextContent('po terminie')
  await expect.element(rowOf(6)).toHaveTextContent('pilne zgłoszenie')
  await expect.element(rowOf(1)).not.toHaveTextContent('po terminie')
})

test('a blank value shows a dash, or the words that the column has for it', async () => {
  drawList()
  await expect.element(rowOf(5)).toHaveTextContent('–')
  await expect.element(rowOf(5)).toHaveTextContent('bez firmy')
})

test('a click selects one row, and a box adds others', async () => {
  drawList()
  await userEvent.click(rowOf(1))
  await expect.element(rowOf(1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(rowOf(2))
  await expect.element(rowOf(1)).toHaveAttribute('aria-selected', 'false')
  await userEvent.click(rowOf(3), { modifiers: ['Control'] })
  await expect.element(rowOf(2)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText('Zaznaczono 2 pozycje')).toBeVisible()
})

test('the box in the header selects all rows, and none', async () => {
  drawList()
  await expect.element(rowOf(1)).toBeVisible()
  const all = page.getByRole('checkbox')
  await userEvent.click(all)
  for (const { id } of rows) await expect.element(rowOf(id)).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(all)
  for (const { id } of rows) await expect.element(rowOf(id)).toHaveAttribute('aria-selected', 'false')
})

test('arrow keys move the active row, and space selects it', async () => {
  drawList()
  await expect.element(rowOf(1)).toBeVisible()
  ;(grid.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown} ')
  await expect.poll(() => grid.element().getAttribute('aria-activedescendant')).toBeTruthy()
  await expect.poll(() => page.getByRole('row', { selected: true }).elements().length).toBe(1)
})

test('a header sorts, first upwards and then downwards', async () => {
  const { api } = drawList()
  await expect.element(rowOf(1)).toBeVisible()
  const header = page.getByRole('columnheader', { name: 'Kwota' })
  await userEvent.click(page.getByRole('button', { name: 'Kwota' }))
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.click(page.getByRole('button', { name: 'Kwota' }))
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  const sorts = api.calls
    .filter(({ path }) => path === list.call)
    .map(({ query }) => `${query.get('OrderBy')} ${query.get('Desc')}`)
  expect([...new Set(sorts)]).toEqual(['number true', 'amount false', 'amount true'])
})

test('old rows stay, marked as old, until the new ones have come', async () => {
  const answer = later<unknown>()
  const { api } = drawList()
  await expect.element(rowOf(1)).toBeVisible()
  api.on('GET /api/Example/items', () => answer.promise)
  await userEvent.click(page.getByRole('button', { name: 'Kwota' }))
  await expect.element(grid).toHaveAttribute('aria-busy', 'true')
  await expect.element(rowOf(1)).toBeInTheDocument()
  answer.resolve({ data: rows.slice(1, 2), total: 1 })
  await expect.element(rowOf(1)).not.toBeInTheDocument()
  await expect.element(rowOf(2)).toBeInTheDocument()
})

test('draws only the rows that are seen, and loads the next page when one scrolls there', async () => {
  const all = manyRows(100)
  const { api } = draw(
    <Tall>
      <ListPage list={list} title="Zgłoszenia" />
    </Tall>,
    server =>
      server.on('GET /api/Example/items', ({ query }) => {
        const first = (Number(query.get('page')) - 1) * list.pageSize
        return { data: all.slice(first, first + list.pageSize), total: all.length }
      })
  )
  await expect.element(rowOf(1)).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(40)
  await expect
    .poll(() => {
      grid.element().scrollTop = grid.element().scrollHeight
      return api.calls.some(({ path, query }) => path === list.call && query.get('page') === '2')
    })
    .toBe(true)
})

test('a double click opens the panel of the row, and escape closes it', async () => {
  drawList()
  await userEvent.dblClick(rowOf(3))
  const panel = page.getByRole('complementary', { name: 'Zgłoszenie' })
  await expect.element(panel).toBeVisible()
  await expect.element(panel).toHaveTextContent('Brama od podwórza')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test('without rows it says so and offers the main command', async () => {
  draw(exampleOf('no rows'))
  await expect.element(page.getByRole('heading', { name: 'Nie ma jeszcze zgłoszeń' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Dodaj zgłoszenie' })).toBeVisible()
})

test('a refused list says why, and tries again', async () => {
  const { api } = draw(exampleOf('refused'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Serwer zawiódł.')
  api.on('GET /api/Example/refused', () => ({ data: rows, total: rows.length }))
  await userEvent.click(page.getByRole('button', { name: 'Spróbuj ponownie' }))
  await expect.element(rowOf(1)).toBeVisible()
})

test('a long search is cut in its chip, and the cross that takes it back is whole', async () => {
  const text = 'Przedsiębiorstwo Wulkanizacyjne i Handlowe Brzęczyszczykiewicz i Wspólnicy sp. z o.o. sp. k.'
  draw(
    <Tall>
      <ListPage list={{ ...list, search: { ...list.search, initial: text } } as typeof list} title="Zgłoszenia" />
    </Tall>
  )
  const chip = page.getByRole('button', { name: text })
  await expect.element(chip).toBeVisible()
  const cross = chip.element().querySelector('.pi-times')?.getBoundingClientRect()
  const box = chip.element().getBoundingClientRect()
  expect(cross?.width).toBeGreaterThan(0)
  expect(cross?.right).toBeLessThanOrEqual(box.right - 4)
})

/** The list under headings, each with a command that has a letter. */
function ListUnderHeadings({ commands = [{ ...edit, key: 'e' }] }: { readonly commands?: typeof list.commands }) {
  const groups = {
    key: 'id',
    filter: 'Id',
    summary: '/api/Example/groups',
    title: 'name',
    text: 'parts.total',
    marks: [],
    commands: commands.map(({ name }) => name)
  }
  const groupBy = columns.filter(({ key }) => key === 'amount')
  return (
    <Tall>
      <ListPage list={{ ...list, commands, groupBy, groups }} title="Zgłoszenia" />
    </Tall>
  )
}

const edited = page.getByRole('dialog')
const drawHeadings = async () => {
  draw(<ListUnderHeadings />, server => {
    server.on('GET /api/Example/groups', () => ({
      data: rows.map(({ id }) => ({ id, name: `Grupa ${id}`, count: 1 }))
    }))
    server.on('GET /api/Example/items', () => ({ data: rows.slice(0, 3), total: 3 }))
  })
  await expect.element(page.getByText('Grupa 3')).toBeVisible()
}

test('under headings, a command’s letter acts on the selected row', async () => {
  await drawHeadings()
  await userEvent.click(rowOf(2))
  await userEvent.keyboard('e')
  await expect.element(edited).toHaveTextContent('Z/2/2026')
})

test('under headings, a command’s letter acts on the active row, and elsewhere on none', async () => {
  await drawHeadings()
  await userEvent.keyboard('e')
  await expect.element(page.getByText('Zaznacz jedną pozycję.')).toBeVisible()
  ;(
    page.getByRole('toolbar', { name: 'Polecenia dla grupy' }).last().getByRole('button').element() as HTMLElement
  ).focus()
  await userEvent.keyboard('e')
  await expect.element(edited).not.toBeInTheDocument()
  ;(grid.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}e')
  await expect.element(edited).toHaveTextContent('Z/2/2026')
})

test('the buttons of a heading show no letters', async () => {
  await drawHeadings()
  const ofGroup = page.getByRole('toolbar', { name: 'Polecenia dla grupy' }).first().getByRole('button')
  await expect.element(ofGroup).not.toHaveAttribute('aria-keyshortcuts')
})

test('the buttons of headings stand under each other, however long the titles are', async () => {
  await page.viewport(1280, 800)
  const several = ['accept', 'cancel', 'edit', 'reveal', 'add'].map(name => ({ ...edit, name: `example.${name}` }))
  draw(<ListUnderHeadings commands={several} />, server => {
    server.on('GET /api/Example/groups', () => ({
      data: rows.map(({ id }) => ({ id, name: 'Wojciech Brzęczyszczykiewicz '.repeat(id), count: 1 }))
    }))
    server.on('GET /api/Example/items', () => ({ data: rows.slice(0, 3), total: 3 }))
  })
  const bars = page.getByRole('toolbar', { name: 'Polecenia dla grupy' })
  await expect.element(page.getByText('Wojciech').last()).toBeVisible()
  const leftOf = (at: number) => bars.nth(at).getByRole('button').first().element().getBoundingClientRect().left
  await expect.poll(() => new Set([0, 1, 2].map(leftOf)).size).toBe(1)
})

test('on a phone the form that the address opens comes before the list that it covers', async () => {
  await page.viewport(360, 740)
  const idle: IdleRequestCallback[] = []
  vi.spyOn(window, 'requestIdleCallback').mockImplementation(callback => idle.push(callback))
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await page.viewport(1280, 800)
  })
  drawList(undefined, '/?do=example.add')
  await expect.element(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await expect.element(page.getByText('6 pozycji')).not.toBeInTheDocument()
  for (const callback of idle.splice(0)) callback({ didTimeout: false, timeRemaining: () => 50 })
  await expect.element(page.getByText('6 pozycji')).toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})
