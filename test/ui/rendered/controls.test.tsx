/** Each control of a form: what it takes, what it refuses, and what is sent. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays } from '../../../src/contract/days.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { SchemaForm } from '../../../ui/parts/form/SchemaForm.tsx'
import { everyControl, formOf } from '../fixtures/parts/metadata.ts'
import { draw } from './draw.tsx'

/** Draws the form of one control. Gives the bodies that are sent. */
function drawForm(form: FormMetadata): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  draw(
    <SchemaForm
      form={form}
      submitLabel="Zapisz"
      onSubmit={async body => {
        bodies.push(body)
        return undefined
      }}
    />
  )
  return bodies
}
const box = (name: string) => page.getByRole('textbox', { name })
const save = () => userEvent.click(page.getByRole('button', { name: 'Zapisz' }))
const choiceOfOne = (autoSelectSingle: true | 'shown'): FormMetadata => {
  const form = formOf('searched')
  const [field] = form.fields
  if (!field?.options) throw new Error('The field has no options')
  const options = { ...field.options, call: '/api/Example/options?Name=Baza', autoSelectSingle }
  return { ...form, fields: [{ ...field, options }] }
}
const sends = (bodies: readonly unknown[], body: unknown) => expect.poll(() => bodies).toEqual([body])

test.each([
  ['text', 'Tekst', 'abc', 'abc'],
  ['longText', 'Długi tekst', 'abc', 'abc'],
  ['email', 'Adres e-mail', 'ewa@example.com', 'ewa@example.com'],
  ['integer', 'Liczba', '12', 12],
  ['decimal', 'Waga', '1,25', 1.25],
  ['money', 'Cena', '12,5', 12.5],
  ['day', 'Dzień', '20.11.2026', '2026-11-20'],
  ['masked', 'Kod pocztowy', '22100', '22-100']
])('%s takes what people type', async (name, label, typed, value) => {
  const bodies = drawForm(formOf(name))
  await userEvent.type(box(label), typed)
  await userEvent.tab()
  await save()
  await sends(bodies, { [name]: value })
})

test.each([
  ['text', 'Tekst', 'ab', 'Wpisz co najmniej 3 znaki.'],
  ['email', 'Adres e-mail', 'ewa', 'Wpisz prawidłowy adres e-mail.'],
  ['integer', 'Liczba', '501', 'Wartość może wynosić najwyżej 500.'],
  ['decimal', 'Waga', '1,2345', 'Wpisz najwyżej 3 cyfry po przecinku.'],
  ['day', 'Dzień', '31.02.2026', 'Wpisz istniejącą datę.'],
  ['masked', 'Kod pocztowy', '22', 'Wpisz kod pocztowy']
])('%s refuses what does not fit, and nothing is sent', async (name, label, typed, sentence) => {
  const bodies = drawForm(formOf(name))
  await userEvent.type(box(label), typed)
  await save()
  await expect.element(box(label)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(box(label)).toHaveAccessibleDescription(expect.stringContaining(sentence))
  expect(bodies).toEqual([])
})

test('a masked box keeps the caret behind the digit that was typed or removed', async () => {
  drawForm(formOf('masked'))
  const postalCode = box('Kod pocztowy')
  await userEvent.type(postalCode, '22100')
  const element = postalCode.element() as HTMLInputElement
  const caretAt = (position: number): void => element.setSelectionRange(position, position)
  caretAt(0)
  await userEvent.keyboard('9')
  await expect.element(postalCode).toHaveValue('92-210')
  expect(element.selectionStart).toBe(1)
  // the hyphen comes back, with the caret before it
  caretAt(3)
  await userEvent.keyboard('{Backspace}')
  await expect.element(postalCode).toHaveValue('92-210')
  expect(element.selectionStart).toBe(2)
  caretAt(4)
  await userEvent.keyboard('{Backspace}')
  await expect.element(postalCode).toHaveValue('92-10')
  expect(element.selectionStart).toBe(2)
})

test('a password is hidden until the person presses the button that shows it', async () => {
  drawForm(formOf('password'))
  const password = page.getByLabelText('Hasło', { exact: true })
  await userEvent.type(password, 'tajne-haslo')
  await expect.element(password).toHaveAttribute('type', 'password')
  await userEvent.click(page.getByRole('button', { name: 'Pokaż hasło' }))
  await expect.element(password).toHaveAttribute('type', 'text')
})

test('a stepper goes one up and one down within its bounds', async () => {
  const bodies = drawForm(formOf('stepper'))
  const more = page.getByRole('button', { name: 'Więcej: Liczba z krokiem' })
  for (let presses = 0; presses < 6; presses++) await userEvent.click(more, { force: true })
  await expect.element(box('Liczba z krokiem')).toHaveValue('5')
  await expect.element(more).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(page.getByRole('button', { name: 'Mniej: Liczba z krokiem' }))
  await save()
  await sends(bodies, { stepper: 4 })
})

test('money is shown with two decimals once its box loses the focus', async () => {
  drawForm(formOf('money'))
  await userEvent.type(box('Cena'), '12,5')
  await userEvent.tab()
  await expect.element(box('Cena')).toHaveValue('12,50')
})

test('a day is picked from the calendar', async () => {
  const bodies = drawForm(formOf('day'))
  await userEvent.click(page.getByRole('button', { name: 'Wybierz dzień z kalendarza' }))
  const focusedDay = (): string | undefined => (document.activeElement as HTMLElement).dataset.day
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Warsaw' }).format(new Date())
  await expect.poll(focusedDay).toBe(today)
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowDown}')
  await expect.poll(focusedDay).toBe(addDays(today, 7))
  await userEvent.click(page.getByRole('button', { name: 'Dzisiaj' }))
  await save()
  await sends(bodies, { day: today })
})

test('a choice offers the members of its vocabulary', async () => {
  const bodies = drawForm(formOf('choice'))
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Rodzaj' }), 'ciężarowe')
  await save()
  await sends(bodies, { choice: 2 })
})

test('a choice offers what its call answers', async () => {
  const bodies = drawForm(formOf('called'))
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Miejsce' }), 'Magazyn, Lublin')
  await save()
  await sends(bodies, { called: 2 })
})

test('a searched choice finds by what is typed', async () => {
  const bodies = drawForm(formOf('searched'))
  const client = page.getByRole('combobox', { name: 'Klient' })
  await userEvent.type(client, 'baz')
  await userEvent.click(page.getByRole('option', { name: 'Baza, Zamość' }))
  await expect.element(client).toHaveValue('Baza, Zamość')
  await save()
  await sends(bodies, { searched: 3 })
})

test('several choices are boxes to tick', async () => {
  const bodies = drawForm(formOf('choices'))
  await userEvent.click(page.getByRole('checkbox', { name: 'osobowe' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'rolnicze' }))
  await save()
  await sends(bodies, { choices: [1, 3] })
})

test('a tick is sent as true', async () => {
  const bodies = drawForm(formOf('tick'))
  await userEvent.click(page.getByRole('checkbox', { name: 'Zgadzam się' }))
  await save()
  await sends(bodies, { tick: true })
})

test('a question of yes or no has two answers', async () => {
  const bodies = drawForm(formOf('either'))
  await userEvent.click(page.getByRole('radio', { name: 'Są felgi' }))
  await userEvent.click(page.getByRole('radio', { name: 'Nie ma felg' }))
  await save()
  await sends(bodies, { either: false })
})

test('a checkbox beside a field says that there is no value', async () => {
  const bodies = drawForm(formOf('none'))
  await userEvent.click(page.getByRole('checkbox', { name: 'Nie ma tablicy' }))
  await save()
  await sends(bodies, { none: null })
})

test('rows are added, filled in and removed', async () => {
  const bodies = drawForm(formOf('rows'))
  const addRow = page.getByRole('button', { name: 'Dodaj cenę' })
  await userEvent.click(addRow)
  await expect.element(box('Nazwa')).toHaveFocus()
  await userEvent.type(box('Nazwa'), 'opona')
  await userEvent.click(addRow)
  await expect.poll(() => box('Nazwa').elements().length).toBe(2)
  await expect.element(box('Nazwa').nth(1)).toHaveFocus()
  await userEvent.click(page.getByRole('button', { name: 'Usuń pozycję 2' }))
  await expect.poll(() => box('Nazwa').elements().length).toBe(1)
  await expect.element(page.getByRole('button', { name: 'Usuń pozycję 1' })).toHaveFocus()
  await save()
  await sends(bodies, { rows: [{ name: 'opona' }] })
})

test('a form that is not filled in lists what is missing, and begins there', async () => {
  const bodies = drawForm(everyControl)
  await save()
  await expect.element(page.getByText('Uzupełnij 2 pola:')).toBeVisible()
  await expect.element(box('Tekst').first()).toHaveFocus()
  expect(bodies).toEqual([])
})

test('what the server refuses is shown at its field', async () => {
  draw(
    <SchemaForm
      form={formOf('text')}
      submitLabel="Zapisz"
      onSubmit={async () => ({ fields: [['text', 'Taki tekst już jest.']], general: undefined }) as never}
    />
  )
  await userEvent.type(box('Tekst'), 'abc')
  await save()
  await expect.element(box('Tekst')).toHaveAccessibleDescription(expect.stringContaining('Taki tekst już jest.'))
})

test('Tab after a doubtful number goes to the next field; sending leads to the tick, and then sends', async () => {
  const [number, text] = [formOf('decimal'), formOf('text')]
  const doubtful = { under: 0.01, message: 'orders.unlikely.noTonnage', tick: true } as const
  const bodies = drawForm({
    ...number,
    schema: { ...number.schema, properties: { ...number.schema.properties, ...text.schema.properties } },
    fields: [...number.fields.map(field => ({ ...field, warn: [doubtful] })), ...text.fields]
  })
  const tick = page.getByRole('checkbox', { name: 'Tonaż wynosi 0. Na pewno?' })
  await userEvent.type(box('Waga'), '0')
  await expect.element(tick).toBeInTheDocument()
  await userEvent.tab()
  await expect.element(box('Tekst')).toHaveFocus()
  await userEvent.keyboard('abc def')
  await save()
  await expect.element(tick).toHaveFocus()
  expect(bodies).toEqual([])
  await userEvent.keyboard(' ')
  await expect.element(tick).toBeChecked()
  await save()
  await sends(bodies, { decimal: 0, text: 'abc def' })
})

test('what is said of two fields in a line stands below each, and neither covers the other', async () => {
  const [number, text] = [formOf('decimal'), formOf('text')]
  const doubtful = { under: 0.01, message: 'orders.unlikely.noTonnage', tick: true } as const
  const used = { filled: ['text'], message: 'orders.unlikely.nothingTaken' } as const
  drawForm({
    ...number,
    schema: { ...number.schema, properties: { ...number.schema.properties, ...text.schema.properties } },
    fields: [
      ...number.fields.map(field => ({ ...field, half: true, warn: [doubtful] })),
      ...text.fields.map(field => ({ ...field, half: true, warn: [used] }))
    ]
  })
  await userEvent.type(box('Waga'), '0')
  await userEvent.type(box('Tekst'), 'KPO/7')
  const rectOf = (element: Element | null | undefined): DOMRect => {
    if (!element) throw new Error('There is no such warning')
    return element.getBoundingClientRect()
  }
  await expect.poll(() => document.querySelectorAll('.parts-warning')).toHaveLength(2)
  const tick = rectOf(document.querySelector('.parts-tick-warning'))
  const plain = rectOf(document.querySelector('.parts-warning:not(.parts-tick-warning)'))
  expect(Math.abs(tick.top - plain.top)).toBeLessThan(40)
  expect(tick.right).toBeLessThanOrEqual(plain.left)
})

test('the only option is chosen, and shown where the field says so, but not to be changed', async () => {
  const bodies = drawForm(choiceOfOne('shown'))
  const place = page.getByRole('combobox', { name: 'Klient' })
  await expect.element(place).toHaveValue('Baza, Zamość')
  await expect.element(place).toHaveAttribute('readonly')
  await save()
  await sends(bodies, { searched: 3 })
})

test('the only option is hidden where the field does not say so', async () => {
  const bodies = drawForm(choiceOfOne(true))
  await expect.poll(() => page.getByRole('combobox').elements()).toHaveLength(0)
  await save()
  await sends(bodies, { searched: 3 })
})
