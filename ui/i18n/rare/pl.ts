import type { Texts } from '../../i18n.ts'
import { merged } from '../merged.ts'

export default merged(
  import.meta.glob<Texts>(
    ['../../../src/kernel/messages/pl.json', '../../../modules/*/messages/pl.json', '../../messages/pl.json'],
    { eager: true, import: 'default', query: '?rare' }
  )
)
