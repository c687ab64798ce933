/** A company's first visit, on a phone: by its tax number to an account that waits. */
import { look } from './fixtures/look.ts'
import { row } from './fixtures/orders.ts'
import { expect, phone, test } from './fixtures/test.ts'
import { withSeveral } from './screens-of-registration.ts'

/** A NIP that the demo's register knows, and no picture asks for: it is taken from here on. */
const known = '1132019089'
/** A valid one that it does not. */
const unknown = '5252344003'
const secret = 'Correct-Horse-77'

test('a Polish company registers with its NIP, sets a password, and waits; staff see it at once', async ({
  aWindow,
  server,
  pictures
}) => {
  const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/clients/unverified' })
  const page = await aWindow({ area: 'portal', size: phone, path: '/authorization' })
  await page.getByLabel('E-mail').fill('ewa@pierwsza.example.com')
  await page.getByRole('button', { name: 'Załóż konto' }).click()
  await page.getByLabel('NIP', { exact: true }).fill('113201908')
  await page.getByLabel('NIP', { exact: true }).pressSequentially('8')
  await expect(page.getByText('Wpisz prawidłowy NIP')).toBeVisible()
  await page.getByLabel('NIP', { exact: true }).fill(known)
  await expect(page.getByText('Numer jest poprawny.')).toBeVisible()
  await page.getByRole('button', { name: 'Dalej' }).click()

  await expect(page.getByLabel('Nazwa')).not.toHaveValue('')
  const name = await page.getByLabel('Nazwa').inputValue()
  await expect(page.getByLabel('Ulica i numer')).not.toHaveValue('')
  await expect(page.getByLabel('REGON')).toHaveValue(/^\d{9}$/)
  await page.getByLabel('Imię').fill('Ewa')
  await page.getByLabel('Nazwisko').fill('Lis')
  await page.reload()
  await expect(page.getByLabel('Imię')).toHaveValue('Ewa')
  await expect(page.getByLabel('E-mail')).toHaveValue('ewa@pierwsza.example.com')
  await page.getByLabel('Telefon').fill('501502503')
  await page.getByRole('button', { name: 'Zarejestruj', exact: true }).click()
  await expect(page.getByText('Zaznacz tę zgodę, aby się zarejestrować.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Akceptuję' }).check()
  await page.getByRole('button', { name: 'Zarejestruj', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sprawdź skrzynkę' })).toBeVisible()
  await expect(row(office, name)).toBeVisible()

  const { text } = await server.mailbox.to('ewa@pierwsza.example.com')
  await page.goto(/http\S+setnewPassword\S+/.exec(text)?.[0] ?? '')
  await page.getByLabel('Nowe hasło').fill(secret)
  await page.getByLabel('Powtórz hasło').fill(secret)
  await page.getByRole('button', { name: 'Ustaw hasło' }).click()
  // who has set the password is signed in
  await expect(page).toHaveURL(/\/inactive$/)
  await expect(page.getByText('ewa@pierwsza.example.com')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cennik' })).toHaveAttribute('href', '/price-list')
  await look(page, 'inactive', pictures)
  await page.getByRole('button', { name: 'Dodaj punkt odbioru' }).click()
  const form = page.getByRole('dialog', { name: 'Dodaj punkt odbioru' })
  await form.getByLabel('Miejscowość').fill('Chełm')
  await form.getByLabel('Ulica i numer').fill('Lubelska 7')
  await form.getByLabel('Kod pocztowy').fill('22-100')
  await expect(form.getByLabel('Telefon')).toHaveValue('501502503')
  await form.getByLabel('Numer BDO').fill('000123456')
  await form.getByRole('button', { name: 'Dodaj punkt odbioru' }).click()
  await expect(form).toBeHidden()
  // it has one now: also once the alert is gone, there is no button
  await page.reload()
  await expect(page.getByText('ewa@pierwsza.example.com')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dodaj punkt odbioru' })).toBeHidden()

  // the number is taken now: who comes next asks to join
  const next = await aWindow({ area: 'portal', size: phone, path: '/authorization?register=1' })
  await next.getByLabel('NIP', { exact: true }).fill(known)
  await next.getByRole('button', { name: 'Dalej' }).click()
  await expect(next.getByRole('heading', { name: 'Ta firma jest już zarejestrowana' })).toBeVisible()
})

test('an Estonian company registers in its language, and joins one that is registered with a new department', async ({
  aWindow,
  server
}) => {
  const page = await aWindow({ area: 'portal', size: phone, locale: 'et-EE', path: '/authorization' })
  await page.getByRole('button', { name: 'Loo konto' }).click()
  await expect(page.getByLabel('Riik').locator('option:checked')).toHaveText('Eesti')
  await page.getByLabel('KMKR number').fill('EE100931558')
  await page.getByRole('button', { name: 'Edasi' }).click()
  await expect(page.getByLabel('Nimi', { exact: true })).not.toHaveValue('')
  await page.getByLabel('Tänav ja majanumber').fill('Pikk 3')
  await page.getByLabel('Sihtnumber').fill('10123')
  await page.getByLabel('Linn või asula').fill('Tallinn')
  await page.getByLabel('Mitu filiaali').check()
  const fillPerson = async (email: string) => {
    await page.getByLabel('Eesnimi').fill('Mari')
    await page.getByLabel('Perekonnanimi').fill('Tamm')
    await page.getByLabel('E-posti aadress').fill(email)
    await page.getByLabel('Telefon').fill('+372 5301 2345')
    await page.getByRole('checkbox', { name: 'Nõustun' }).check()
  }
  await fillPerson('mari@teine.example.com')
  await page.getByRole('button', { name: 'Registreeri', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Vaadake oma postkasti' })).toBeVisible()
  expect((await server.mailbox.to('mari@teine.example.com')).subject).toBe(
    'Opony: kinnitage ettevõtte Rehvikeskus AS registreerimine'
  )

  await page.getByRole('button', { name: 'Tagasi sisselogimise juurde' }).click()
  await page.getByRole('button', { name: 'Loo konto' }).click()
  await expect(page.getByLabel('KMKR number')).toHaveValue('')
  await page.getByLabel('KMKR number').fill('EE100931558')
  await page.getByRole('button', { name: 'Edasi' }).click()
  await expect(page.locator('strong').filter({ hasText: 'KMKR number: EE100931558' })).toBeVisible()
  await page.getByRole('radio', { name: 'Registreerin uue filiaali' }).check()
  await page.getByLabel('Tänav ja majanumber').fill('Rüütli 1')
  await page.getByLabel('Sihtnumber').fill('51005')
  await page.getByLabel('Linn või asula').fill('Tartu')
  await fillPerson('jaan@teine.example.com')
  await page.getByRole('button', { name: 'Registreeri filiaal' }).click()
  await expect(page.getByText('jaan@teine.example.com')).toBeVisible()
  expect((await server.mailbox.to('jaan@teine.example.com')).subject).toBe('Opony: juurdepääsutaotlus (Rehvikeskus AS)')
})

test('whoever joins a company of several departments chooses one first', async ({ aWindow, server }) => {
  const page = await aWindow({ area: 'portal', size: phone, path: '/authorization?register=1' })
  await withSeveral(page, server)
  await page.getByLabel('Imię').fill('Jan')
  await page.getByLabel('Nazwisko').fill('Kot')
  await page.getByLabel('Adres e-mail').fill('jan@czwarta.example.com')
  await page.getByLabel('Telefon').fill('501502503')
  await page.getByRole('checkbox', { name: 'Akceptuję' }).check()
  await page.getByRole('button', { name: 'Poproś o konto' }).click()
  const departments = page.getByLabel('Oddział', { exact: true })
  await expect(departments).toBeFocused()
  await expect(departments).toHaveAccessibleDescription('Wybierz oddział.')
  await departments.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Poproś o konto' }).click()
  await expect(page.getByRole('heading', { name: 'Sprawdź skrzynkę' })).toBeVisible()
  expect((await server.mailbox.to('jan@czwarta.example.com')).subject).toMatch(/^Opony: prośba o dostęp do firmy ./)
  await page.getByRole('button', { name: 'Wyślij link ponownie' }).click()
  await expect(page.getByText('Jeśli konto o tym adresie istnieje')).toBeVisible()
})

test.describe('with a call that is refused', () => {
  test.use({ expected: [/status of 409/] })

  test('staff register a client whose number the register does not know', async ({ aWindow, server }) => {
    const page = await aWindow({ area: 'office', as: 'admin@example.com', path: '/clients/unverified' })
    await page.getByRole('button', { name: 'Zarejestruj firmę' }).click()
    const dialog = page.getByRole('dialog', { name: 'Zarejestruj firmę' })
    await dialog.getByLabel('NIP', { exact: true }).fill(unknown)
    await dialog.getByRole('button', { name: 'Dalej' }).click()
    await expect(dialog.getByText('Rejestr nie zna tego numeru')).toBeVisible()
    for (const [label, value] of [
      ['Nazwa', 'Nieznana z rejestru'],
      ['REGON', '192598184'],
      ['Ulica i numer', 'Nowa 1'],
      ['Kod pocztowy', '22-100'],
      ['Miejscowość', 'Chełm'],
      ['Imię', 'Jan'],
      ['Nazwisko', 'Kot'],
      ['Adres e-mail', 'admin@example.com'],
      ['Telefon', '501502503']
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByRole('checkbox', { name: 'Klient zaakceptował' }).check()
    await dialog.getByRole('button', { name: 'Zarejestruj', exact: true }).click()
    await expect(dialog.getByLabel('Adres e-mail')).toHaveAccessibleDescription(/adresie email już istnieje/)
    await dialog.getByLabel('Adres e-mail').fill('jan@trzecia.example.com')
    await dialog.getByRole('button', { name: 'Zarejestruj', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Nieznana z rejestru')).toContainText('Niesprawdzone')
    expect((await server.mailbox.to('jan@trzecia.example.com')).subject).toContain('Opony: zaproszenie')
  })
})

test.describe('where the look-up does not answer', () => {
  test.use({ expected: [/status of (429|503)/] })

  for (const [what, status, detail, said] of [
    ['is down', 503, 'Rejestr firm nie odpowiada. Wpisz dane firmy ręcznie.', 'Rejestr firm nie odpowiada.'],
    ['is limited', 429, 'Zbyt wiele prób.', 'Numeru nie można teraz sprawdzić w rejestrze.']
  ] as const)
    test(`because it ${what}, the company is typed in by hand`, async ({ aWindow, server }) => {
      const page = await aWindow({ area: 'portal', size: phone, path: '/authorization?register=1' })
      const problem = { type: 'about:blank', title: detail, status, detail, code: 'companies.registerUnavailable' }
      await page.route('**/api/Companies/VerifyCompany', route => route.fulfill({ status, json: problem }))
      const email = `reka.${status}@example.com`
      await page.getByLabel('NIP', { exact: true }).fill(status === 503 ? '1060000062' : '5260001246')
      await page.getByRole('button', { name: 'Dalej' }).click()
      await expect(page.getByText(said)).toBeVisible()
      for (const [label, value] of [
        ['Nazwa', `Wpisana ręcznie ${status}`],
        ['REGON', '192598184'],
        ['Ulica i numer', 'Nowa 1'],
        ['Kod pocztowy', '22-100'],
        ['Miejscowość', 'Chełm'],
        ['Imię', 'Jan'],
        ['Nazwisko', 'Kot'],
        ['Adres e-mail', email],
        ['Telefon', '501502503']
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(value)
      await page.getByRole('checkbox', { name: 'Akceptuję' }).check()
      await page.getByRole('button', { name: 'Zarejestruj', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Sprawdź skrzynkę' })).toBeVisible()
      expect((await server.mailbox.to(email)).subject).toBe('Opony: potwierdź rejestrację')
    })
})
