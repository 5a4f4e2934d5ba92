import type { RenderRequest } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { PageHandle } from '../../page/page-handle.ts';

type Permission = NonNullable<RenderRequest['permissions']>[number];

/** Chromium's names. The sensors have one permission. */
const typeOf: Readonly<Record<Permission, Protocol.Browser.PermissionType>> = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  'clipboard-write': 'clipboardSanitizedWrite',
  accelerometer: 'sensors',
  gyroscope: 'sensors',
  magnetometer: 'sensors',
  'background-sync': 'backgroundSync',
  'payment-handler': 'paymentHandler',
  'storage-access': 'storageAccess',
  'local-fonts': 'localFonts',
  'screen-wake-lock': 'wakeLockScreen',
};

/** Returns the permissions of a page: those of the request, and that of its position. */
export function permissionsOf(request: RenderRequest): Protocol.Browser.PermissionType[] {
  const { permissions = [], geolocation_latitude: latitude } = request;
  const types = permissions.map((name) => typeOf[name]);
  return [...new Set(latitude === undefined ? types : ['geolocation' as const, ...types])];
}

/**
 * Grants the permissions in the context of the page, for all origins: redirects and frames have
 * others. One call, because each replaces the grants of the one before.
 */
export async function grantPermissions(page: PageHandle, request: RenderRequest): Promise<void> {
  const permissions = permissionsOf(request);
  if (permissions.length === 0) return;
  const { browser, browserContextId } = page.lease;
  await page.deadline.race(
    browser.session.send('Browser.grantPermissions', { permissions, browserContextId }),
  );
}
