/** The catalogue's public API: names and lists of items, and extension points for their removal. */
export {
  beforeItemRemoval,
  type Item,
  itemIds,
  itemIdsOf,
  itemName,
  itemNames,
  itemsNamed,
  itemsOf,
  joinItems,
  lockItems,
  onItemRemoval,
  orderTypeLabel,
  throwUsedItem
} from './items.ts'
