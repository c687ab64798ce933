import type { Texts } from '../../i18n.ts'
import { merged } from '../merged.ts'

export default merged(
  import.meta.glob<Texts>(
    ['../../../src/kernel/messages/de.json', '../../../modules/*/messages/de.json', '../../messages/de.json'],
    { eager: true, import: 'default', query: '?later' }
  )
)
