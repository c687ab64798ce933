/**
 * What a phone or a desktop needs to install the application: its name, colours and icons. The host name decides which of the two
 * applications it is, as everywhere, so that people who install both see two different names.
 *
 * There is no service worker: browsers install without one, every page needs current data, and a worker that
 * keeps code would show yesterday's application after an update.
 */
import { isOffice } from '../../contract/roles.ts'
import type { Product } from '../product.ts'

const icon = (file: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose
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
  // the tokens --accent and --ground, which no style sheet can give here
  theme_color: '#0b5d5e',
  background_color: '#f4f2ee',
  icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')]
})
