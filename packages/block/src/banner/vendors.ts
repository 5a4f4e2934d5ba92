/** Names of the elements that consent tools add to a page. */
export interface VendorMarks {
  /** Id of the element that they add, and the name of the tool. */
  ids: Readonly<Record<string, string>>;
  /** Regular expression (source) for their scripts' addresses: a banner may be on its way. */
  scripts: string;
  /** Regular expression (source) for address, id, name and title of the banners' frames. */
  frames: string;
}

export const vendorMarks: VendorMarks = Object.freeze({
  ids: {
    'onetrust-banner-sdk': 'OneTrust',
    'onetrust-pc-sdk': 'OneTrust',
    CybotCookiebotDialog: 'Cookiebot',
    'didomi-popup': 'Didomi',
    'didomi-notice': 'Didomi',
    'qc-cmp2-ui': 'Quantcast',
    'usercentrics-root': 'Usercentrics',
    'usercentrics-cmp-ui': 'Usercentrics',
    'truste-consent-track': 'TrustArc',
    'trustarc-banner-overlay': 'TrustArc',
    cmpbox: 'consentmanager',
    'iubenda-cs-banner': 'iubenda',
    cookiescript_injected: 'CookieScript',
    _evidon_banner: 'Evidon',
    'hs-eu-cookie-confirmation': 'HubSpot',
    'cookie-law-info-bar': 'CookieYes',
    moove_gdpr_cookie_info_bar: 'Moove',
    BorlabsCookieBox: 'Borlabs',
    'cmplz-cookiebanner-container': 'Complianz',
    tarteaucitronRoot: 'tarteaucitron',
    axeptio_overlay: 'Axeptio',
    'cookiefirst-root': 'CookieFirst',
    'shopify-pc__banner': 'Shopify',
    ppms_cm_popup_overlay: 'Piwik PRO',
    'fides-banner': 'Fides',
    'cc--main': 'CookieConsent',
    'ccc-overlay': 'Civic',
    coiOverlay: 'Cookie Information',
  },
  scripts:
    'cookielaw\\.org|onetrust|cookiebot\\.com|didomi|privacy-center\\.org|quantcast|inmobi\\.com/choice|usercentrics|privacy-mgmt\\.com|sourcepoint|sp-prod\\.net|trustarc|truste\\.com|consentmanager|consensu\\.org|iubenda|cookie-script|osano|klaro|cookieyes|termly|cookiefirst|axept\\.io|trustcommander|cookieinformation|cookiehub|fundingchoices|sirdata|civiccomputing|borlabs|complianz|tarteaucitron',
  frames:
    'privacy-mgmt\\.com|sp-prod\\.net|sp_message|sourcepoint|trustarc|truste\\.com|consent|cookie|gdpr|[?&]message_id=|(?:^|[-_/.])cmp(?:[-_/.]|$)|privacy-?(?:manager|notice|center)',
});
