import type { ProfileSite } from '../../site-generator/profile-site.ts';
import { ADONIS } from './adonis.ts';
import { checkoutSite } from './checkout-site.ts';

/** The sites of the multi-site tool, in the order of their cards. */
export const ADONIS_SITES: readonly ProfileSite[] = [
  checkoutSite('AXS', ['EMPTY', 'ONECHECKOUT', 'LOGIN', 'SHAREPASS', 'ONECHECKOUTSHAREPASS']),
  checkoutSite('SEATGEEK', ['EMPTY', 'ONECHECKOUT', 'RESALE']),
  checkoutSite('SEE TICKETS', [
    'EMPTY',
    'ONECHECKOUT',
    'LOGIN',
    'MANUAL',
    'SHAREPASS',
    'ONECHECKOUTSHAREPASS',
  ]),
  checkoutSite('EVENTIM', [
    'EMPTY',
    'MANUAL',
    'ONECHECKOUT',
    'SHAREPASS',
    'PRINT',
    'ONECHECKOUTSHAREPASS',
  ]),
  ADONIS,
];
