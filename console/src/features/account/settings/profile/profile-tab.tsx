import { AccountDetails } from './account-details.tsx'
import { ProfileForm } from './profile-form.tsx'

/** Specification section 2, "Settings screen": the owner's profile and the account's identifiers. */
export default function ProfileTab() {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8">
      <ProfileForm />
      <AccountDetails />
    </div>
  )
}
