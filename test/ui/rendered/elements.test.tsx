/** Boundaries, dialogs, menus, popups, and the panel. */
import { useEffect, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Boundary } from '../../../ui/elements/Boundary.tsx'
import { DropMenu } from '../../../ui/elements/DropMenu.tsx'
import { lazyPart } from '../../../ui/elements/lazyPart.tsx'
import { Modal } from '../../../ui/elements/Modal.tsx'
import { SmallList } from '../../../ui/parts/panel/SmallList.tsx'
import { ThemeSwitch } from '../../../ui/shell/user.tsx'
import { applyTheme } from '../../../ui/theme/theme.ts'
import { exampleOf, Fragile } from '../fixtures/parts/examples.tsx'
import { draw, later } from './draw.tsx'

const button = (name: string) => page.getByRole('button', { name })

test('a boundary keeps a fault inside, and draws its content again', async () => {
  let isBroken = true
  draw(
    <>
      <p>Obok działa</p>
      <Boundary waiting={null}>
        <Fragile isBroken={() => isBroken} />
      </Boundary>
    </>
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('Ta część przestała działać')
  await expect.element(page.getByText('Obok działa')).toBeVisible()
  isBroken = false
  await userEvent.click(button('Spróbuj ponownie'))
  await expect.element(page.getByText('Znowu działa')).toBeVisible()
})

test('a boundary forgets the fault when something else is drawn inside', async () => {
  function Two() {
    const [at, setAt] = useState(1)
    return (
      <>
        <button type="button" onClick={() => setAt(2)}>
          Dalej
        </button>
        <Boundary of={at} waiting={null}>
          <Fragile isBroken={() => at === 1} />
        </Boundary>
      </>
    )
  }
  draw(<Two />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await userEvent.click(button('Dalej'))
  await expect.element(page.getByText('Znowu działa')).toBeVisible()
})

test('code that cannot be loaded is fetched again, and once more when the person asks for it', async () => {
  let tries = 0
  const Part = lazyPart(async () => {
    tries++
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module: x.js')
    return { default: () => <p>Znowu działa</p> }
  }).Component
  draw(
    <Boundary waiting={<p>Wczytywanie części</p>}>
      <Part />
    </Boundary>
  )
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(tries).toBe(2)
  await userEvent.click(button('Spróbuj ponownie'))
  await expect.element(page.getByText('Znowu działa')).toBeVisible()
})

test('a dialog takes the focus, keeps it, and returns it', async () => {
  draw(exampleOf('dialog'))
  await userEvent.click(button('Otwórz okno'))
  await expect.element(page.getByRole('dialog', { name: 'Okno' })).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('dialog') !== null).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Otwórz okno')).toHaveFocus()
})

test('what is typed before the field of a dialog has come is in it', async () => {
  const field = later<undefined>()
  function Late() {
    const [isHere, setHere] = useState(false)
    const [text, setText] = useState('')
    useEffect(() => {
      void field.promise.then(() => setHere(true))
    }, [])
    return (
      <Modal open title="Zakończ" onClose={() => undefined}>
        {isHere && <input aria-label="Tonaż" value={text} onChange={event => setText(event.target.value)} />}
      </Modal>
    )
  }
  draw(<Late />)
  await expect.element(page.getByRole('heading', { name: 'Zakończ' })).toHaveFocus()
  await userEvent.keyboard('2,6')
  field.resolve(undefined)
  await expect.element(page.getByLabelText('Tonaż')).toHaveFocus()
  await userEvent.keyboard('4')
  await expect.element(page.getByLabelText('Tonaż')).toHaveValue('2,64')
})

test('the arrow keys move through a menu; a disabled entry says why', async () => {
  draw(exampleOf('menu'))
  await userEvent.click(button('Więcej'))
  await expect.element(page.getByRole('menuitem', { name: 'Otwórz' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  const closed = page.getByRole('menuitem', { name: 'Zamknij' })
  await expect.element(closed).toHaveFocus()
  await expect.element(closed).toHaveTextContent('Jest już zamknięte.')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(button('Więcej')).toHaveFocus()
})

test.each(['start', 'end'])('a menu opens within the window from a button at its %s', async side => {
  const entries = ['Edytuj', 'Wydrukuj zlecenie dla kierowcy'].map(label => ({
    key: label,
    label,
    run: () => undefined
  }))
  draw(
    <div style={{ display: 'flex', justifyContent: side }}>
      <span />
      <DropMenu label="Więcej" icon="ellipsis-v" iconOnly entries={entries} />
      {side === 'end' && <span />}
    </div>
  )
  await userEvent.click(button('Więcej'))
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  const { left, right } = menu.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(8)
  expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth - 8)
})

test('a popup opens under its button and closes by escape', async () => {
  draw(exampleOf('popup'))
  await userEvent.click(button('Ustawienia'))
  await expect.element(button('Gotowe')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Gotowe')).not.toBeVisible()
})

test('a panel shows the fields of its thing, and its history in a tab', async () => {
  draw(exampleOf('details and history'))
  const body = page.getByRole('tabpanel')
  await expect.element(body).toHaveTextContent('Wulkanizacja Kowal 3')
  await userEvent.click(page.getByRole('tab', { name: 'Historia' }))
  await expect.element(body).toHaveTextContent('zmieniono firmę')
  await expect.element(page.getByRole('tab', { name: 'Historia' })).toHaveAttribute('aria-selected', 'true')
})

test('each kind of value is written as people read it', async () => {
  draw(exampleOf('each kind of value'))
  const texts = [
    ...[
      'Magazyn nr 4, 22-100 Chełm',
      'przyjęte',
      'rolnicze',
      '1 234 567,50 zł',
      '12 szt.',
      '1,25 t',
      '3,60 V',
      '1,5 h'
    ],
    ...[
      '12,50 km',
      '42 %',
      '20.11.2026',
      '20.11.2026 13:30',
      '501 502 503',
      'ewa.nowak@example.com',
      'tak',
      'osobowe, rolnicze',
      '–'
    ]
  ]
  const shown = page.getByRole('definition')
  await expect.poll(() => shown.elements().length).toBe(18)
  const found = shown.elements().map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(found).toEqual(expect.arrayContaining(texts))
})

test('a small list of more columns is a table with headings, if some stand under others', async () => {
  const column = (key: string, under?: string) => ({
    key,
    header: `example.item.${key}`,
    schema: { type: 'string' } as const,
    sortable: false,
    align: 'start' as const,
    grow: 1,
    ...(under ? { under } : {})
  })
  const columns = [
    column('company'),
    column('status', 'company'),
    column('amount'),
    column('day'),
    column('phone', 'day')
  ]
  draw(
    <SmallList
      columns={columns}
      rows={[
        { id: 1, version: 1, company: 'Wulkan', status: 'x', amount: '1', day: '2', phone: '3' },
        { id: 2, version: 1, company: 'Opona', status: null, amount: null, day: '2', phone: '' }
      ]}
    />
  )
  await expect
    .poll(() => [...document.querySelectorAll('main th')].map(({ textContent }) => textContent))
    .toEqual(['FirmaStatus', 'Kwota', 'DzieńTelefon'])
  expect([...document.querySelectorAll('main td')].map(({ textContent }) => textContent)).toEqual([
    'Wulkanx',
    '1',
    '23',
    'Opona',
    '–',
    '2'
  ])
})

test('a chosen theme is on the page at once, and is kept for the next visit', async () => {
  onTestFinished(() => {
    localStorage.removeItem('opony.theme')
    applyTheme()
  })
  draw(<ThemeSwitch />)
  const choice = (name: string) => page.getByRole('radio', { name })
  await expect.element(choice('Jak w systemie')).toBeChecked()
  expect(document.documentElement.dataset.theme).toBeUndefined()
  await userEvent.click(page.getByText('Ciemny'))
  await expect.element(choice('Ciemny')).toBeChecked()
  expect(document.documentElement.dataset.theme).toBe('dark')
  // as a page that is loaded anew does it
  delete document.documentElement.dataset.theme
  applyTheme()
  expect(document.documentElement.dataset.theme).toBe('dark')
  await userEvent.click(page.getByText('Jak w systemie'))
  expect(document.documentElement.dataset.theme).toBeUndefined()
})
