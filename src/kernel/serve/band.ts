/** The band of a copy that sends nothing (OUTSIDE=off): its words, its markup and its style, for every page that the server writes. */
import type { Language } from '../../contract/languages.ts'
import type { Services } from '../services.ts'
import { escaped } from './escaped.ts'

/** It lies over the page and takes no click, so that no page needs to know of it. */
export const bandStyle =
  '#outside-off{position:fixed;inset:0 0 auto 0;z-index:100000;pointer-events:none;border-top:4px solid #b45309;text-align:center}' +
  '#outside-off span{display:inline-block;max-width:100%;padding:1px 10px 2px;border-radius:0 0 6px 6px;background:#b45309;color:#fff;' +
  'font:600 12px/1.4 system-ui,sans-serif}@media print{#outside-off{position:static}}'

/** What the band says; undefined where the installation is no copy. */
export const bandText = (
  { settings, messages }: Pick<Services, 'settings' | 'messages'>,
  language: Language
): string | undefined => (settings.outside === 'off' ? messages.say(language, 'kernel.outsideOff') : undefined)

/** The band without its style; '' without a text. */
export const bandMarkup = (text: string | undefined): string =>
  text === undefined ? '' : `<div id="outside-off" role="status"><span>${escaped(text)}</span></div>`

/** A built page with the band and its style, for which `__CSP_NONCE__` is still to be replaced. */
export const withBand = (page: string, text: string | undefined): string =>
  text === undefined
    ? page
    : page.replace('<body>', () => `<body><style nonce="__CSP_NONCE__">${bandStyle}</style>${bandMarkup(text)}`)
