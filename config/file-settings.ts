/** Settings of uploaded files: where they are kept, how large they may be, who looks through them. A part of the schema. */
import { Type } from '@sinclair/typebox'

export const fileSettings = {
  storageUrl: Type.String({
    description:
      'Where uploaded files are kept: `file:` in DATA_DIR/files, `file:/srv/opony` in another folder, or `azure:` and the ' +
      'connection string of an Azure storage account with its key.',
    default: 'file:',
    pattern: '^(file:[^\\0]*|azure:\\S+=\\S+)$',
    patternSays: 'file:, file:/folder, or azure: and a connection string',
    secret: true
  }),
  storageContainer: Type.String({
    description: 'Container of the files in Azure Blob Storage; made at the first use.',
    default: 'opony',
    pattern: '^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$',
    patternSays: '3 to 63 small letters, digits and single hyphens'
  }),
  uploadMaxMb: Type.Integer({
    description: 'Largest file that may be uploaded, in megabytes (of 1,048,576 bytes).',
    default: 20,
    minimum: 1,
    maximum: 500
  }),
  uploadAccountMb: Type.Integer({
    description:
      'Most megabytes of uploaded files of one account that no record names yet. They go after a day, or are recorded.',
    default: 400,
    minimum: 1,
    maximum: 100_000
  }),
  scannerUrl: Type.String({
    description:
      'Scanner that looks through each uploaded file before it can be recorded: ClamAV’s clamd, as clamd://host:3310 or clamd:/run/clamav/clamd.ctl. ' +
      'Empty: none. While it cannot be reached, uploads are refused.',
    default: '',
    pattern: '^clamd:(//[^/\\s:]+(:\\d{1,5})?|/[^\\s]+)$',
    patternSays: 'clamd://host:3310 or clamd:/path of its socket'
  })
}
