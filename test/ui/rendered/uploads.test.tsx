/** Files: chosen, sent with their progress, refused, sent again, removed. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SchemaForm } from '../../../ui/parts/form/SchemaForm.tsx'
import type { UploadHandler } from '../fixtures/parts/api.ts'
import { formOf } from '../fixtures/parts/metadata.ts'
import { draw, later } from './draw.tsx'

const pdf = (name = 'umowa.pdf') => new File(['umowa'], name, { type: 'application/pdf' })
const png = (name: string) => new File(['zdjęcie'], name, { type: 'image/png' })

function drawForm(name: string, upload?: UploadHandler): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  draw(
    <SchemaForm
      form={formOf(name)}
      submitLabel="Zapisz"
      onSubmit={async body => {
        bodies.push(body)
        return undefined
      }}
    />,
    api => upload && api.onUpload(upload)
  )
  return bodies
}
const contract = page.getByLabelText('Umowa')
const photos = page.getByLabelText('Zdjęcia')
const save = () => userEvent.click(page.getByRole('button', { name: 'Zapisz' }))

test('a file is sent as soon as it is chosen, and the form sends the name of its blob', async () => {
  const bodies = drawForm('file')
  await userEvent.upload(contract, pdf())
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Plik umowa.pdf został przesłany' }))
    .toBeInTheDocument()
  await save()
  await expect.poll(() => bodies).toEqual([{ file: 'documents/2026-11/11111111-2222-3333-4444-555555555555.pdf' }])
})

test('while a file is being sent its progress is shown, and the form waits', async () => {
  const answer = later<{ status: number }>()
  const bodies = drawForm('file', (_, progress) => {
    progress(0.4)
    return answer.promise
  })
  await userEvent.upload(contract, pdf())
  const progress = page.getByRole('progressbar', { name: 'Przesyłanie pliku umowa.pdf' })
  await expect.element(progress).toHaveAttribute('value', '0.4')
  await save()
  await expect.element(page.getByText('Poczekaj, aż plik zostanie przesłany').first()).toBeVisible()
  expect(bodies).toEqual([])
  answer.resolve({ status: 201 })
  await expect.element(page.getByRole('button', { name: 'Usuń plik' })).toBeVisible()
})

test('a file of another kind is refused before anything is sent', async () => {
  drawForm('file')
  await userEvent.upload(contract, new File(['x'], 'program.exe'))
  await expect.element(page.getByText('Tego rodzaju pliku nie przyjmujemy.').first()).toBeVisible()
})

test('a refusal of the store is shown, and another file may be chosen', async () => {
  let status = 500
  drawForm('file', async () => ({ status }))
  await userEvent.upload(contract, pdf())
  await expect.element(page.getByText('Nie udało się przesłać pliku.').first()).toBeVisible()
  status = 201
  await userEvent.upload(contract, pdf('nowa.pdf'))
  await expect.element(page.getByText('nowa.pdf', { exact: true })).toBeVisible()
})

test('sending can be stopped', async () => {
  drawForm('file', () => new Promise(() => undefined))
  await userEvent.upload(contract, pdf())
  await userEvent.click(page.getByRole('button', { name: 'Przerwij przesyłanie' }))
  await expect.element(page.getByText('Wybierz plik', { exact: true })).toBeVisible()
})

test('a sent file is removed again', async () => {
  const bodies = drawForm('file')
  await userEvent.upload(contract, pdf())
  await userEvent.click(page.getByRole('button', { name: 'Usuń plik' }))
  await save()
  await expect.poll(() => bodies).toEqual([{}])
})

test('of several files each has its row; one that failed is sent again', async () => {
  let fails = true
  drawForm('files', async file => ({ status: file.name === 'b.png' && fails ? 500 : 201 }))
  await userEvent.upload(photos, [png('a.png'), png('b.png')])
  await expect.element(page.getByText('Przesłane pliki: 1 z 2')).toBeVisible()
  const sendAgain = page.getByRole('button', { name: 'Prześlij ponownie plik b.png' })
  await expect.element(sendAgain).toBeVisible()
  fails = false
  await userEvent.click(sendAgain)
  await expect.element(page.getByText('Przesłane pliki: 2 z 2')).toBeVisible()
})

test('more files than the field takes are left out, and it says how many', async () => {
  drawForm('files')
  await userEvent.upload(
    photos,
    ['a', 'b', 'c', 'd'].map(name => png(`${name}.png`))
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nie dodano 1 pliku')
})
