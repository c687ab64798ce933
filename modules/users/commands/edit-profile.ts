import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { Account } from '../models.ts'
import { accounts } from '../resource.ts'
import { Profile } from '../schema.ts'

/**
 * Everyone edits the own names and phone, an account that waits for its activation too. The call takes what the specification
 * sends, the e-mail among it: it is the name under which one signs in, and must be the present one.
 */
export const editProfile = defineCommand(accounts, {
  name: 'users.editProfile',
  call: 'PUT /api/Admin/Users/:id',
  icon: 'user-edit',
  aliases: { phoneNumber: 'phone' },
  access: {
    signedIn: {
      shown: { isOwn: [true] },
      form: defineForm({ schema: Profile, omit: ['email'] })
    }
  },
  summary: 'Edit the own profile: names and phone',
  async run({ trx }, { id, email: present }, { email, firstName, lastName, phone }) {
    if (email && email.toLowerCase() !== present.toLowerCase()) refuseField('email', 'users.editProfile.email')
    await Account.query(trx).findById(id).patch({ firstName, lastName, phone })
  }
})
