/**
 * The files' public API. A module that has files defines a folder (`fileFolders.fill(…)`): who may upload into it, and to rows of which
 * resource the files belong. The browser uploads with a key of GET /api/Storage/access-token, and then sends the module's own command
 * with the blob's name, which calls `attachFile` in its transaction:
 *
 *     beforeTransaction: (context, { blobFileName }) => settleUpload(context, blobFileName)
 *     async run(context, input) { …; await attachFile(context, documentFolder, { … }) }
 *
 * Only those who may see the row may fetch its files.
 */

export { pictureUrl } from './addresses.ts'
export { attachFile, leftJoinFile, removeFiles, settleUpload } from './attach.ts'
export { type FileFolder, fileFolders } from './folders.ts'
export { endUnread, receiveDirectly } from './uploads.ts'
