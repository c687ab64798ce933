import type { Texts } from '../../i18n.ts'
import { merged } from '../merged.ts'

export default merged(
  import.meta.glob<Texts>(
    ['../../../src/kernel/messages/en.json', '../../../modules/*/messages/en.json', '../../messages/en.json'],
    { eager: true, import: 'default', query: '?later' }
  )
)
