/**
 * A client's whole first visit on a phone, from each of the five countries in its language: by its tax number, or as a private person without one, to an account,
 * through the staff's two steps to its first order, and a colleague who is invited.
 */
import type { Locator } from '@playwright/test'
import { taxNumberFormats } from '../../src/contract/tax-numbers.ts'
import { alert, card, dismissAlerts, type Language, press, row, speaker, turnTo } from './fixtures/orders.ts'
import { expect, type Page, phone, test } from './fixtures/test.ts'

const secret = 'Correct-Horse-77'

interface Visitor {
  readonly language: Language
  readonly locale: string
  /** Undefined for a private person. */
  readonly taxNumber?: {
    readonly format: string
    /** Before its digits. */
    readonly letters: string
    /** It is looked for from here on. */
    readonly from: number
  }
  /** What the register keeps to itself is typed by hand. */
  readonly company: Readonly<Record<'name' | 'street' | 'postalCode' | 'city', string>>
  readonly place: Readonly<Record<'street' | 'postalCode' | 'city', string>>
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
}

const visitors: readonly Visitor[] = [
  {
    language: 'pl',
    locale: 'pl-PL',
    // nothing is asked for her name as a company's: it is her own
    company: { name: 'Ewa Lis', street: 'Lubelska 1', postalCode: '22-100', city: 'Chełm' },
    place: { street: 'Lwowska 12', postalCode: '22-100', city: 'Chełm' },
    firstName: 'Ewa',
    lastName: 'Lis',
    phone: '501502503'
  },
  {
    language: 'de',
    locale: 'de-DE',
    taxNumber: { format: 'vatDe', letters: 'DE', from: 243_117_010 },
    company: { name: 'Reifenhof Spree', street: 'Hauptstraße 5', postalCode: '10827', city: 'Berlin' },
    place: { street: 'Gartenweg 8', postalCode: '10827', city: 'Berlin' },
    firstName: 'Jutta',
    lastName: 'Vogel',
    phone: '+49 30 1234567'
  },
  {
    language: 'et',
    locale: 'et-EE',
    taxNumber: { format: 'vatEe', letters: 'EE', from: 101_220_010 },
    company: { name: 'Rehviait', street: 'Pikk 3', postalCode: '10123', city: 'Tallinn' },
    place: { street: 'Rüütli 4', postalCode: '51005', city: 'Tartu' },
    firstName: 'Mari',
    lastName: 'Tamm',
    phone: '+372 5301 2345'
  },
  {
    language: 'sk',
    locale: 'sk-SK',
    taxNumber: { format: 'vatSk', letters: 'SK', from: 2_022_749_700 },
    company: { name: 'Pneu Považie', street: 'Hlavná 5', postalCode: '010 01', city: 'Žilina' },
    place: { street: 'Dlhá 8', postalCode: '010 01', city: 'Žilina' },
    firstName: 'Jana',
    lastName: 'Nová',
    phone: '+421 903 123 456'
  },
  {
    language: 'cs',
    locale: 'cs-CZ',
    taxNumber: { format: 'vatCz', letters: 'CZ', from: 25_123_950 },
    company: { name: 'Pneu Brno', street: 'Masarykova 5', postalCode: '602 00', city: 'Brno' },
    place: { street: 'Dlouhá 8', postalCode: '602 00', city: 'Brno' },
    firstName: 'Petra',
    lastName: 'Nováková',
    phone: '+420 601 123 456'
  }
]

/** The names of the countries, by the letters of their tax numbers. */
const countryNames: Readonly<Record<string, string>> = {
  DE: 'german',
  SK: 'slovak',
  EE: 'estonian',
  CZ: 'czech',
  PL: 'polish',
  '': 'polish'
}

/** A valid number that the demo's register answers for, another one each time that a test is repeated. */
function numberOf({ format, from }: NonNullable<Visitor['taxNumber']>, repeat: number): string {
  const isKnown = (text: string) => taxNumberFormats[format]?.(text) && text.at(-2) !== '0'
  let left = repeat
  for (let number = from; ; number += 1) if (isKnown(String(number)) && left-- === 0) return String(number)
}

/** Fills in a field that must be filled in, and that may be already. */
async function complete(field: Locator, text: string): Promise<void> {
  if ((await field.inputValue()) === '') await field.fill(text)
}

type Say = ReturnType<typeof speaker>

/** By a tax number, to the form that has what the register knows. */
async function lookUp(page: Page, say: Say, { taxNumber, language, company }: Visitor, number: string): Promise<void> {
  const label = page.getByLabel(say(`companies.taxNumber.${countryNames[taxNumber?.letters ?? 'PL']}`), { exact: true })
  await label.fill(`${taxNumber?.letters}${number}`)
  await expect(page.getByText(say('registration.number.right'))).toBeVisible()
  await page.getByRole('button', { name: say('registration.next') }).click()
  await expect(
    page.getByText(say(`registration.${language === 'de' ? 'confirmed' : 'found'}`), { exact: true })
  ).toBeVisible()
  await complete(page.getByLabel(say('companies.company.name'), { exact: true }), company.name)
}

/** Returns the name that the public register has; blank where it has none, as that of Germany, and for private persons. */
async function register(page: Page, say: Say, visitor: Visitor, number: string, email: string): Promise<string> {
  const { company } = visitor
  await page.getByRole('button', { name: say('registration.link') }).click()
  if (visitor.taxNumber) await lookUp(page, say, visitor, number)
  else await page.getByRole('button', { name: say('registration.person') }).click()
  const isNamed = visitor.taxNumber && visitor.language !== 'de'
  const name = isNamed ? await page.getByLabel(say('companies.company.name'), { exact: true }).inputValue() : ''
  for (const part of ['street', 'postalCode', 'city'] as const)
    await complete(page.getByLabel(say(`companies.company.address.${part}`)), company[part])
  await page.getByLabel(say('users.firstName')).fill(visitor.firstName)
  await page.getByLabel(say('users.lastName')).fill(visitor.lastName)
  await page.getByLabel(say('users.email')).fill(email)
  await page.getByLabel(say('users.phone')).fill(visitor.phone)
  await page.getByRole('checkbox', { name: say('registration.priceList.accept') }).check()
  await page.getByRole('button', { name: say('registration.send'), exact: true }).click()
  await expect(page.getByRole('heading', { name: say('registration.done') })).toBeVisible()
  return name
}

/** The first place, from the window that waits. */
async function addPlace(page: Page, say: Say, visitor: Visitor, street: string): Promise<void> {
  const { place, phone: own } = visitor
  const title = say('companies.addPlace.label')
  await page.getByRole('button', { name: title }).click()
  const form = page.getByRole('dialog', { name: title })
  await form.getByLabel(say('companies.place.city')).fill(place.city)
  await form.getByLabel(say('companies.place.street')).fill(street)
  await form.getByLabel(say('companies.place.postalCode')).fill(place.postalCode)
  await expect(form.getByLabel(say('companies.place.phone'))).toHaveValue(own)
  const number = form.getByRole('textbox', { name: say('companies.place.bdoNumber') })
  // abroad, and for a private person, nobody has to say that there is no number
  await expect(form.getByRole('checkbox', { name: say('companies.place.bdoNumber.none') })).toBeChecked()
  await expect(number).not.toBeEditable()
  await form.getByRole('button', { name: title }).click()
  await expect(form).toBeHidden()
  await dismissAlerts(page)
}

/** The two steps of the staff, the first of which offers the second. */
async function letIn(office: Page, client: string): Promise<void> {
  await row(office, client).click()
  await office.getByRole('button', { name: 'Zweryfikuj' }).click()
  await office.getByRole('menuitem', { name: 'Tonaż' }).click()
  const form = office.getByRole('dialog', { name: 'Zweryfikuj' })
  await expect(form.getByLabel('Domena e-maila')).toHaveValue('visit.example.com')
  await form.getByRole('checkbox', { name: 'Potwierdzono klienta drugą drogą' }).check()
  await form.getByRole('button', { name: 'Zweryfikuj' }).click()
  await alert(office, 'Zweryfikowano 1 klienta').getByRole('button', { name: 'Aktywuj' }).click()
  await expect(alert(office, 'Aktywowano 1 klienta')).toBeVisible()
}

async function verifyPlace(office: Page, street: string): Promise<void> {
  await row(office, street).click()
  await office.getByRole('button', { name: 'Zweryfikuj' }).click()
  await office.getByRole('menuitem', { name: 'Tonaż' }).click()
  await expect(office.getByText('Zweryfikowano punkt odbioru')).toBeVisible()
  await expect(row(office, street)).toHaveCount(0)
}

const goTo = (page: Page, say: Say, title: string) =>
  page
    .getByRole('navigation', { name: say('ui.menu') })
    .getByRole('link', { name: say(title), exact: true })
    .click()

/** The own profile, with the phone as it is there: it can be saved with another name. */
async function rename(page: Page, say: Say, visitor: Visitor): Promise<void> {
  await page.getByRole('button', { name: say('ui.user.menu') }).click()
  await page.getByRole('button', { name: say('ui.user.profile'), exact: true }).click()
  const form = page.getByRole('dialog', { name: say('ui.user.profile') })
  const own = form.getByLabel(say('common.field.phone'))
  await expect(own).toHaveValue(visitor.phone)
  await own.fill('12')
  await form.getByRole('button', { name: say('ui.user.save') }).click()
  await expect(own).toHaveAttribute('aria-invalid', 'true')
  await own.fill(visitor.phone)
  await form.getByLabel(say('users.firstName')).fill(`${visitor.firstName}-Liis`)
  await form.getByRole('button', { name: say('ui.user.save') }).click()
  await expect(form).toBeHidden()
  await dismissAlerts(page)
}

async function invite(page: Page, say: Say, visitor: Visitor, email: string): Promise<void> {
  await goTo(page, say, 'companies.users.title')
  const title = say('companies.inviteUser.label')
  await page.getByRole('button', { name: title }).click()
  const form = page.getByRole('dialog', { name: title })
  await form.getByLabel(say('users.firstName')).fill('Alex')
  await form.getByLabel(say('users.lastName')).fill(visitor.lastName)
  await form.getByLabel(say('users.email')).fill(email)
  await form.getByRole('button', { name: title }).click()
  await expect(form).toBeHidden()
  await expect(card(page, `Alex ${visitor.lastName}`)).toContainText(say('companies.userState.invited'))
  await dismissAlerts(page)
}

/** Places an order; the only place is chosen already. Its number. */
async function order(page: Page, say: Say): Promise<string> {
  await goTo(page, say, 'orders.client.title')
  const title = say('orders.place.label')
  await page.getByRole('button', { name: title }).click()
  const form = page.getByRole('dialog', { name: title })
  await form.getByLabel(say('orders.order.orderTypeItemId.client')).selectOption({ index: 1 })
  await expect(form.locator('output')).toContainText(/\d[.,]\d\d/)
  await form.getByRole('button', { name: title }).click()
  await expect(form).toBeHidden()
  const done = page.getByText(new RegExp(say('orders.place.done', { number: 'Z/\\d{4}/\\d{6}' })))
  const number = /Z\/\d{4}\/\d{6}/.exec(await done.innerText())?.[0] ?? ''
  await dismissAlerts(page)
  await expect(card(page, number)).toContainText(say('orders.status.placed'))
  return number
}

async function cancel(page: Page, say: Say, number: string): Promise<void> {
  await card(page, number).getByRole('button', { name: number, exact: true }).click()
  const panel = page.getByRole('complementary', { name: say('orders.panel.title', { number }) })
  await turnTo(panel, say('orders.panel.details'))
  const title = say('orders.cancel.label')
  await press(panel, title, say('parts.more'))
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: title }).click()
  await expect(card(page, number)).toContainText(say('orders.status.canceled'))
}

// a connection that is being made when the window's time is put forward is given up, and made again
test.use({ expected: [/WebSocket is closed before the connection is established/] })

for (const visitor of visitors)
  test(`a ${visitor.taxNumber ? 'company' : 'private person'}'s first visit in ${visitor.locale}: registered, let in, a colleague invited, an order placed and cancelled`, async ({
    aWindow,
    server
  }, { repeatEachIndex }) => {
    test.slow()
    const say = speaker(visitor.language)
    const number = visitor.taxNumber ? numberOf(visitor.taxNumber, repeatEachIndex) : ''
    const street = `${visitor.place.street}/${repeatEachIndex + 1}`
    const [email, colleague] = ['first', 'second'].map(
      who => `${who}.${visitor.language}${repeatEachIndex}@visit.example.com`
    ) as [string, string]

    const office = await aWindow({ area: 'office', as: 'admin@example.com', path: '/clients/unverified' })
    const page = await aWindow({ area: 'portal', size: phone, locale: visitor.locale, path: '/authorization' })
    // its own time, so that the test need not wait until the waiting window looks again
    await page.clock.install()
    const known = await register(page, say, visitor, number, email)
    const letter = await server.mailbox.to(email)
    // the name is in it only where the public register has it
    const [first = ''] = say('users.letter.registered.subject', { business: 'Opony' }).split('{')
    expect(letter.subject).toContain(first.trim())
    expect(letter.subject.includes(visitor.company.name)).toBe(false)
    expect(letter.subject).toContain(known)
    await page.goto(/http\S+setnewPassword\S+/.exec(letter.text)?.[0] ?? '')
    await page.getByLabel(say('users.newPassword')).fill(secret)
    await page.getByLabel(say('users.passwordConfirm')).fill(secret)
    await page.getByRole('button', { name: say('ui.newPassword.send') }).click()
    await expect(page.getByRole('heading', { name: say('ui.inactive.title') })).toBeVisible()
    await addPlace(page, say, visitor, street)

    await letIn(office, number || visitor.company.name)
    await office.goto(`${server.office}/pickuppoints/inactive`)
    await verifyPlace(office, street)
    // nobody touches the client's window: it goes on by itself
    await page.clock.fastForward(30_000)
    await expect(page.getByRole('navigation', { name: say('ui.menu') })).toBeVisible()

    if (visitor.language === 'et') await rename(page, say, visitor)
    await invite(page, say, visitor, colleague)
    const asked = await server.mailbox.to(colleague)
    expect(asked.text.replace(/\s+/g, ' ')).toContain(say('users.letter.joining.text').trimEnd().split('\n').at(-1))
    await cancel(page, say, await order(page, say))
  })
