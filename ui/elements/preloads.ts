interface Connection {
  readonly saveData?: boolean
}

/**
 * The `preload` of a link to a page: it is fetched as soon as the pointer rests on the link, a finger touches it or it has the focus. Not
 * where people save data. What has been fetched is used by the click that follows, so that this is no more work for the server.
 */
export const preloads = (navigator as { readonly connection?: Connection }).connection?.saveData ? false : 'intent'
