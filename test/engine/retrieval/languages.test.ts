/** Documents in many languages are found by questions in the same language. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOf, pathsFound } from '../../support/memoryIndex.ts';
import { retrievers } from '../../support/systems.ts';

interface Corpus {
  readonly language: string;
  /** Six texts, then a question for each. */
  readonly texts: readonly string[];
  readonly questions: readonly string[];
}

const corpora: readonly Corpus[] = [
  {
    language: 'Russian',
    texts: [
      'Сервер принимает запросы по сети и отвечает в течение секунды.',
      'Кошка спит на тёплой печи и ловит мышей ночью.',
      'Резервное копирование базы данных выполняется каждую полночь.',
      'Ёлка стоит в углу комнаты, её украшают игрушками.',
      'Пароль хранится в зашифрованном виде и никогда не передаётся.',
      'Поезд в Казань отправляется с третьего пути.',
    ],
    questions: [
      'Кто принимает запросы по сети?',
      'Где спит кошка?',
      'Когда выполняется резервное копирование?',
      'Где стоит елка?',
      'Как хранится пароль?',
      'С какого пути отправляется поезд?',
    ],
  },
  {
    language: 'German',
    texts: [
      'Die Straße nach Süden ist im Winter gesperrt.',
      'Der Zwischenspeicher wird bei jedem Neustart geleert.',
      'Größere Dateien werden beim Einlesen übersprungen.',
      'Über die Brücke fahren täglich zwanzig Züge.',
      'Das Kennwort liegt im Schlüsselbund des Rechners.',
      'Äpfel und Birnen reifen im Herbst.',
    ],
    questions: [
      'Wann ist die STRASSE gesperrt?',
      'Wann wird der Zwischenspeicher geleert?',
      'Was geschieht mit größeren Dateien?',
      'Wie viele ZÜGE fahren über die Brücke?',
      'Wo liegt das Kennwort?',
      'Wann reifen Äpfel?',
    ],
  },
  {
    language: 'Chinese',
    texts: [
      '服务器在收到请求后重新加载配置文件。',
      '长城位于中国北方，全长两万多公里。',
      '数据库每天午夜自动备份一次。',
      '猫喜欢在阳光下睡觉。',
      '密码以加密的形式保存在本地。',
      '火车从三号站台出发前往上海。',
    ],
    questions: [
      '什么时候重新加载配置？',
      '长城有多长？',
      '数据库什么时候备份？',
      '猫喜欢在哪里睡觉？',
      '密码保存在哪里？',
      '去上海的火车从几号站台出发？',
    ],
  },
  {
    language: 'Japanese',
    texts: [
      'サーバーは設定を読み直してから応答します。',
      '富士山は日本で最も高い山です。',
      'データベースのバックアップは毎晩行われます。',
      '猫は縁側で昼寝をしています。',
      'パスワードは暗号化して保存されます。',
      '大阪行きの電車は三番線から発車します。',
    ],
    questions: [
      'サーバーはいつ設定を読み直しますか。',
      '日本で最も高い山は何ですか。',
      'データベースのバックアップはいつですか。',
      '猫はどこで昼寝をしますか。',
      'パスワードはどう保存されますか。'.normalize('NFD'),
      '大阪行きの電車は何番線ですか。',
    ],
  },
  {
    language: 'Arabic',
    texts: [
      'يستقبل الخادم الطلبات عبر الشبكة ويجيب خلال ثانية.',
      'تنام القطة قرب المدفأة في الشتاء.',
      'يتم نسخ قاعدة البيانات احتياطيا كل ليلة.',
      'تقع الأهرامات في مدينة الجيزة.',
      'تحفظ كلمة المرور مشفرة على الجهاز.',
      'يغادر القطار إلى حلب من الرصيف الثالث.',
    ],
    questions: [
      'من يستقبل الطلبات عبر الشبكة؟',
      'أين تنام القطة؟',
      'متى يتم نسخ قاعدة البيانات؟',
      'أين تقع الأهرامات؟',
      'كيف تُحفظ كلمة المرور؟',
      'من أي رصيف يغادر القطار إلى حلب؟',
    ],
  },
  {
    language: 'Thai',
    texts: [
      'เซิร์ฟเวอร์โหลดการตั้งค่าใหม่หลังรับคำขอ',
      'แมวชอบนอนในแสงแดด',
      'ฐานข้อมูลสำรองทุกเที่ยงคืน',
      'กรุงเทพเป็นเมืองหลวงของประเทศไทย',
      'รหัสผ่านถูกเข้ารหัสก่อนบันทึก',
      'รถไฟไปเชียงใหม่ออกจากชานชาลาที่สาม',
    ],
    questions: [
      'เซิร์ฟเวอร์โหลดอะไรใหม่',
      'แมวชอบนอนที่ไหน',
      'ฐานข้อมูลสำรองเมื่อไร',
      'เมืองหลวงของประเทศไทยคืออะไร',
      'รหัสผ่านถูกบันทึกอย่างไร',
      'รถไฟไปเชียงใหม่ออกจากไหน',
    ],
  },
  {
    language: 'Korean',
    texts: [
      '서버는 요청을 받은 뒤 설정을 다시 읽습니다.',
      '고양이는 따뜻한 창가에서 잠을 잡니다.',
      '데이터베이스는 매일 자정에 백업됩니다.',
      '한라산은 제주도에 있는 산입니다.',
      '비밀번호는 암호화되어 저장됩니다.',
      '부산행 열차는 삼번 승강장에서 출발합니다.',
    ],
    questions: [
      '서버는 언제 설정을 다시 읽나요?',
      '고양이는 어디에서 잠을 자나요?',
      '데이터베이스 백업은 언제인가요?',
      '제주도에 있는 산은?',
      '비밀번호는 어떻게 저장되나요?'.normalize('NFD'),
      '부산행 열차는 어디서 출발하나요?',
    ],
  },
];

for (const { language, texts, questions } of corpora) {
  test(`${language} questions find ${language} documents`, async () => {
    const reader = indexOf(Object.fromEntries(texts.map((text, i) => [`${i}.md`, `${text}\n`]))).reader();
    for (const retriever of [retrievers.get('bm25'), retrievers.get('mesh')]) {
      assert.ok(retriever);
      for (const [i, question] of questions.entries()) {
        const [first] = await pathsFound(reader, retriever, question);
        assert.equal(first, `${i}.md`, `${retriever.name}: ${question}`);
      }
    }
  });
}
