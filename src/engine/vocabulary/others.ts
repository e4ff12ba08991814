/** Languages that are only detected: by their commonest words in Latin script, else by their script. */

import type { Vocabulary } from './vocabulary.ts';

const byWords: Readonly<Record<string, string>> = {
  da: `af alle at blev bliver da de den der deres det dette disse eller en er et for fra ham han har havde hun hvad hvilken hvis hvor hvordan hvorfor
i ikke ind jeg kan man med meget men mere mod når og også om op over på sig sin skal som så til ud under var ved vil være været`,
  fi: `ei että hän he ja joka joko jonka jos jossa jota kanssa kuin kuinka kun kuten millä miksi mikä mitä missä mukaan mutta myös ne niin ole olen oli olivat
olla on ovat sekä sen se siitä sitä tai tämä tämän vain voi voidaan voit`,
  hu: `a az azt azok ahol amely amelyek amikor csak de egy egyik el ez ezek ezt és fel hogy hogyan hol ha is kell között ki lehet ma már még meg mely mert mi
mikor milyen mint miért nem pedig s sem szerint után vagy van vannak volt voltak`,
  it: `agli ai al alla alle anche che chi ci come con cosa cui da dai dal dalla dalle degli dei del della delle dello di dove e ed era fu gli ha hanno i il in
io la le lo ma nel nella nelle non o per perché più può quale quali quando quanto questa questo se si sia sono su sua sul sulla suo tra un una uno è`,
  nl: `aan als bij dan dat de deze die dit door een en er geen had heb heeft het hij hoe hun ik in is je kan kunnen maar meer met naar niet nog of om ook op
over te tot uit van veel voor waar waarom wanneer was wat welke werd wie wij worden wordt zal ze zich zijn zij zo zou`,
  no: `alle at av ble blir da de den der deres det dette disse du eller en er et etter for fra ham han har hadde hun hva hvilken hvis hvor hvordan hvorfor
i ikke inn jeg kan man med mer men mot noen når og også om opp over på seg sin skal som så til ut under var ved vil være vært`,
  ro: `a ai al ale are au ca care ce cea cel cele cine cu cum când cât dar de deși din dintr după este ea el ei erau era fi fie fost iar în într la le lor lui mai
ne nu o pe pentru prin sa sau se sunt sunteți să său și spre un una unde unei unor unui`,
  sv: `alla att av blev blir de dem den denna deras det detta dessa du där då eller en ett för från ha hade han har hon hur här i inte jag kan man med mer men
mot mycket när och också om på sig sin ska som så till under upp ur ut var varför vad vi vid vilken vilka är`,
  tr: `ama ancak arasında ayrıca bazı bir birçok biri bu bunu büyük çok da daha de değil diğer diye en gibi göre hangi hangisi hem her için içinde ile ilgili ilk ise kaç
kadar ki kim kimdir kullanılan mi mı nasıl ne neden nedir nerede o olan olarak olduğu oldu olmak olmuştur onun önce sonra şey şu tarafından tüm üzerinde vardır var ve veya ya yeni yer
yok zaman`,
  vi: `ai bao bị bởi các cho chúng có của cũng do đã đang đây để đến đó được gì giữa hai hoặc hơn khi không là làm lại lên mà một nào này năm nhau nhiều như nhưng những nếu
nó ở ông qua ra rằng rất sau sẽ số sự tại tất theo thể thì trên trong trước từ vào và về vì việc với`,
};

export const otherLanguages: readonly Vocabulary[] = [
  ...Object.entries(byWords).map(([id, stopWords]) => ({ id, stopWords })),
  ...['ar', 'el', 'hi'].map((id) => ({ id, stopWords: '' })),
  { id: 'th', isUnspaced: true, stopWords: '' },
];
