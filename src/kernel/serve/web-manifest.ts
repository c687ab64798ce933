/**
 * What a phone or a desktop needs to install the application: its name, colours and icons. The host name decides which of the two
 * applications it is, as everywhere, so that people who install both see two different names.
 *
 * Office and portal have no service worker: browsers install without one, every page needs current data, and a worker that
 * keeps code would show yesterday's application after an update. The driver's application is a third one, and has one (`driver-app.ts`).
 */
import { isOffice } from '../../contract/roles.ts'
import type { Product } from '../product.ts'

const icon = (file: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose
})

/** The tokens --accent and --ground, which no style sheet can give here. */
const colours = { theme_color: '#0b5d5e', background_color: '#f4f2ee' }
const icons = [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')]

/** The driver's application, which is found under its own address and installed beside the others. */
export const driverManifest = ({ name }: Product) => ({
  id: '/driver/app',
  name,
  short_name: name,
  lang: 'pl',
  start_url: '/driver/app',
  scope: '/driver/',
  display: 'standalone',
  ...colours,
  icons
})

/** The portal has one name in all languages; the back office is Polish. */
export const webManifest = (host: string, { name, office }: Product) => ({
  id: '/',
  name: isOffice(host) ? office.name : name,
  short_name: isOffice(host) ? office.shortName : name,
  lang: 'pl',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  ...colours,
  icons
})
