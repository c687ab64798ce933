/** The product: its name, logo and home pages, which the kernel is told and does not know by itself. */
import type { Product } from './kernel/product.ts'
import { versionOf } from './version.ts'

/** The ring with the name. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" height="32">
  <circle cx="16" cy="16" r="10.5" fill="none" stroke="#5cc0bb" stroke-width="7"/>
  <circle cx="16" cy="16" r="14" fill="none" stroke="#1d1b19" stroke-width="2" stroke-dasharray="1.6 5.73"/>
  <circle cx="16" cy="16" r="3" fill="#5cc0bb"/>
  <text x="40" y="22" font-family="sans-serif" font-size="18" font-weight="700" fill="#fff">opony</text>
</svg>`

export const product: Product = {
  name: 'Opony',
  build: versionOf,
  about: 'Collection of used tyres and containers.',
  logo,
  office: { name: 'Opony – biuro', shortName: 'Biuro Opony' },
  home: { office: '/', clients: '/client/dashboard', technicians: '/store/service' },
  doors: ['/', '/client']
}
