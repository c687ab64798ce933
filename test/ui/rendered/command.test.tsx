/** The run of a command: what it asks, what it sends, what it says afterwards, and what it says when it is refused. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CommandBar } from '../../../ui/parts/command/CommandBar.tsx'
import { exampleOf } from '../fixtures/parts/examples.tsx'
import { Runner } from '../fixtures/parts/InApp.tsx'
import { add, edit, everyControl, shortForm } from '../fixtures/parts/metadata.ts'
import { rows } from '../fixtures/parts/rows.ts'
import { draw, later } from './draw.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const alerts = page.getByRole('region', { name: 'Komunikaty' })
const sent = (api: ReturnType<typeof draw>['api']) =>
  api.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

test('is sent at once, with the version of the row and a key of its own, and says what was done', async () => {
  const { api } = draw(exampleOf('for one row'))
  await userEvent.click(button('Przyjmij'))
  await expect.element(alerts).toHaveTextContent('Przyjęto')
  const [call] = api.calls.filter(({ method }) => method === 'PUT')
  expect(call?.path).toBe('/api/Example/items/1/accept')
  expect(call?.headers.get('if-match')).toBe('"1"')
  expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}/)
})

test('is undone by the button of its message', async () => {
  const { api } = draw(exampleOf('for one row'))
  await userEvent.click(button('Przyjmij'))
  await userEvent.click(button('Cofnij'))
  await expect.element(alerts).toHaveTextContent('Cofnięto')
  expect(sent(api)).toEqual(['PUT /api/Example/items/1/accept', 'PUT /api/Example/items/1/undo'])
})

test('a second press while it is being sent sends nothing', async () => {
  const answer = later<unknown>()
  const { api } = draw(exampleOf('for one row'), server =>
    server.on('PUT /api/Example/items/:id/accept', () => answer.promise)
  )
  await userEvent.click(button('Przyjmij'))
  await expect.element(button('Przyjmij')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(button('Przyjmij'), { force: true })
  answer.resolve({ success: true, data: { id: 1, version: 2 } })
  await expect.element(alerts).toHaveTextContent('Przyjęto')
  expect(sent(api)).toHaveLength(1)
})

test('a disabled one says why, and sends nothing', async () => {
  const { api } = draw(exampleOf('grey, with the reason'))
  await expect.element(button('Przyjmij')).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(button('Przyjmij'))
    .toHaveAccessibleDescription(expect.stringContaining('Przyjąć można tylko nowe.'))
  await userEvent.click(button('Przyjmij'), { force: true })
  expect(sent(api)).toEqual([])
})

const labelsOf = () =>
  page
    .getByRole('toolbar', { name: 'Polecenia' })
    .getByRole('button')
    .elements()
    .map(({ textContent, ariaLabel }) => textContent || ariaLabel)

test('what cannot be done comes after what can, in a menu too', async () => {
  draw(exampleOf('what cannot be done after what can'))
  await expect.poll(labelsOf).toEqual(['Anuluj', 'Edytuj', 'Przyjmij'])
})

test('a bar with fixed positions moves nothing while all have room', async () => {
  draw(exampleOf('at fixed positions'))
  await expect.poll(labelsOf).toEqual(['Przyjmij', 'Anuluj', 'Edytuj'])
})

test('where not all have room, what can be done has it', async () => {
  draw(exampleOf('at fixed positions, without room for all'))
  await expect.poll(labelsOf).toEqual(['Anuluj', 'Więcej poleceń'])
  await userEvent.click(button('Więcej poleceń'))
  await expect.element(page.getByRole('menuitem').nth(0)).toHaveTextContent('Edytuj')
  await expect.element(page.getByRole('menuitem').nth(1)).toHaveTextContent('Przyjmij')
})

test('a refusal is an alert that stays, with the reason of the server', async () => {
  draw(exampleOf('for one row'), server =>
    server.refuse('PUT /api/Example/items/:id/accept', { detail: 'Zgłoszenie jest już przyjęte.' })
  )
  await userEvent.click(button('Przyjmij'))
  await expect.element(alerts).toHaveTextContent('Nie przyjęto: Zgłoszenie jest już przyjęte.')
})

test('of several rows the refused ones are listed, each with its reason', async () => {
  draw(exampleOf('for several rows, one of which is refused'), server =>
    server.refuse('PUT /api/Example/items/4/accept', { detail: 'Zgłoszenie jest już przyjęte.' })
  )
  await userEvent.click(button('Przyjmij'))
  await expect.element(dialog('Przyjmij')).toHaveTextContent('Gotowe: 3 pozycje. Nie udało się: 1 pozycja:')
  await expect.element(dialog('Przyjmij')).toHaveTextContent('Z/4/2026')
  await expect.element(dialog('Przyjmij')).toHaveTextContent('Zgłoszenie jest już przyjęte.')
})

test('a call that does not reach the server can be sent again, under the same key', async () => {
  let isDown = true
  const { api } = draw(exampleOf('for one row'), server =>
    server.on('PUT /api/Example/items/:id/accept', () => {
      if (isDown) throw new TypeError('Failed to fetch')
      return { success: true, data: { id: 1, version: 2 } }
    })
  )
  await userEvent.click(button('Przyjmij'))
  await expect.element(alerts.getByRole('button', { name: 'Spróbuj ponownie' }).first()).toBeVisible()
  isDown = false
  await userEvent.click(alerts.getByRole('button', { name: 'Spróbuj ponownie' }).first())
  await expect.element(alerts).toHaveTextContent('Przyjęto')
  const keys = api.calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a dangerous one asks first, with the focus on the button that cancels', async () => {
  const { api } = draw(exampleOf('for one row'))
  await userEvent.click(button('Anuluj'))
  await expect.element(dialog('Anuluj')).toHaveTextContent('Czy na pewno anulować?')
  await expect.element(button('Wróć')).toHaveFocus()
  await userEvent.click(button('Wróć'))
  await expect.element(dialog('Anuluj')).not.toBeInTheDocument()
  expect(sent(api)).toEqual([])
  await userEvent.click(button('Anuluj'))
  await userEvent.click(dialog('Anuluj').getByRole('button', { name: 'Anuluj' }))
  await expect.element(alerts).toHaveTextContent('Anulowano')
})

test('its form starts from the row, and sends what was changed', async () => {
  const { api } = draw(exampleOf('for one row'))
  await userEvent.click(button('Edytuj'))
  const company = page.getByRole('textbox', { name: 'Firma' })
  await expect.element(company).toHaveValue('Wulkanizacja Kowal 1')
  await userEvent.fill(company, 'Opony Nowak')
  await userEvent.keyboard('{Enter}')
  await expect.element(alerts).toHaveTextContent('Zapisano')
  const [call] = api.calls.filter(({ method }) => method === 'PUT')
  expect(call?.body).toMatchObject({ company: 'Opony Nowak' })
})

test('a form that creates from a row begins at the first blank field, one that edits the row at its first', async () => {
  const place = everyControl.fields.filter(({ name }) => name === 'called')
  const withPlace = { ...shortForm, fields: [...shortForm.fields, ...place] }
  const action = { kind: 'call', method: 'POST', path: '/api/Example/items', creates: true } as const
  const creating = { ...add, selection: 'one' as const, action, form: withPlace }
  const withoutQuantity = rows.slice(0, 1).map(row => ({ ...row, quantity: null }))
  draw(
    <Runner>
      <CommandBar commands={[{ ...edit, form: withPlace }, creating]} rows={withoutQuantity} label="Polecenia" />
    </Runner>
  )
  await userEvent.click(button('Dodaj zgłoszenie'))
  await expect.element(page.getByLabelText('Firma')).toHaveValue('Wulkanizacja Kowal 1')
  await expect.element(page.getByLabelText('Ilość')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Edytuj'))
  await expect.element(page.getByLabelText('Firma')).toHaveFocus()
})

test('a form that is refused stays open, with the reason at its field', async () => {
  draw(exampleOf('for one row'), server =>
    server.refuse('PUT /api/Example/items/:id/edit', {
      status: 400,
      detail: 'Popraw formularz.',
      Errors: [{ PropertyName: 'company', ErrorMessage: 'Taka firma już jest.' }]
    })
  )
  await userEvent.click(button('Edytuj'))
  const company = page.getByRole('textbox', { name: 'Firma' })
  await userEvent.fill(company, 'Opony Nowak')
  await userEvent.keyboard('{Enter}')
  await expect.element(company).toHaveAccessibleDescription(expect.stringContaining('Taka firma już jest.'))
  await expect.element(company).toHaveValue('Opony Nowak')
})

test('a person whose row was changed meanwhile sees the changes, and keeps the typed values', async () => {
  draw(exampleOf('for one row'), server =>
    server.refuse('PUT /api/Example/items/:id/edit', {
      status: 409,
      code: 'kernel.stale',
      detail: 'Ktoś zmienił to zgłoszenie.',
      current: { id: 1, version: 2, company: 'Kowal i Syn', quantity: 10 },
      changes: [
        {
          at: '2026-11-20T12:30:00.000Z',
          who: 'Jan Kowalski',
          what: 'zmieniono firmę',
          fields: [{ field: 'company', before: 'Wulkanizacja Kowal 1', after: 'Kowal i Syn' }]
        }
      ]
    })
  )
  await userEvent.click(button('Edytuj'))
  await userEvent.fill(page.getByRole('textbox', { name: 'Firma' }), 'Opony Nowak')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog('Ktoś był szybszy')).toHaveTextContent('Jan Kowalski')
})

test('leaving a form with typed values asks first', async () => {
  draw(exampleOf('without rows'))
  await userEvent.click(button('Dodaj zgłoszenie'))
  await userEvent.type(page.getByRole('textbox', { name: 'Firma' }), 'Opony')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Porzucić zmiany?')).toBeVisible()
  await userEvent.click(button('Wróć do edycji'))
  await expect.element(page.getByRole('textbox', { name: 'Firma' })).toHaveValue('Opony')
})

test('a secret is shown once, until it is closed', async () => {
  draw(exampleOf('for one row'), server =>
    server.on('PUT /api/Example/items/:id/reveal', () => ({ success: true, secret: 'tajny-klucz' }))
  )
  await userEvent.click(button('Nowy klucz'))
  await expect.element(dialog('Nowy klucz')).toHaveTextContent('Klucz jest nowy.')
  await userEvent.click(button('Zapisane, zamknij'))
  await expect.element(dialog('Nowy klucz')).not.toBeInTheDocument()
})
